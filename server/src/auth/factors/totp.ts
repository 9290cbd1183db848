import { plainCode } from '@shp/shared/domain/accounts/factors';

/** Seconds that an app's clock may be ahead or behind. */
const SKEW_SECONDS = 30;

/** A new secret of an app, in base32. */
export async function newSecret(): Promise<string> {
  const { generateSecret } = await import('otplib/functional');
  return generateSecret();
}

/** What the app reads from the QR code. */
export async function uriOf(secret: string, issuer: string, account: string): Promise<string> {
  const { generateURI } = await import('otplib/functional');
  return generateURI({ secret, issuer, label: account });
}

/** The time step of a right code after the last one that was used; null for a wrong or a used code. */
export async function stepOfCode(secret: string, typed: string, after: number, now: number): Promise<number | null> {
  const token = plainCode(typed);
  if (!/^\d{6}$/.test(token)) return null;
  const { verify } = await import('otplib/functional');
  const epoch = Math.floor(now / 1000);
  // otplib refuses a bound in the future, which a clock that was set back would leave behind.
  const found = await verify({ secret, token, epoch, epochTolerance: SKEW_SECONDS });
  if (!found.valid || !('timeStep' in found)) return null;
  return found.timeStep > after ? found.timeStep : null;
}
