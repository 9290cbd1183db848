import type { FactorKind } from '@shp/shared/domain/accounts/factors';

export type SessionsTable = {
  id: string;
  token_hash: string;
  user_id: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  address: string;
  agent: string;
  /** Until when the session counts as confirmed by password; null before the first confirmation. */
  confirmed_until: string | null;
  sign_in: SignIn;
};

/** A session that ended because its account logged in elsewhere. */
export type EndedSessionsTable = { token_hash: string; user_id: string; expires_at: string };

/** By the account's own password, or by single sign-on. */
export type SignIn = 'password' | 'oidc';

export type FactorsTable = {
  id: string;
  user_id: string;
  kind: FactorKind;
  name: string;
  /** The sealed secret of an app (`auth/factors/seal.ts`); the public key of a passkey. */
  secret: string;
  /** The credential's id of a passkey, unique; null for an app. */
  credential: string | null;
  /** The last time step of an accepted app code; the signature counter of a passkey. */
  counter: number;
  created_at: string;
  last_used_at: string | null;
};

export type RecoveryCodesTable = { user_id: string; digest: string; used_at: string | null };

/** A login that waits for its second factor, or a factor that waits for its proof. */
export type FactorAttemptsTable = {
  /** The digest of the attempt's secret id. */
  id_hash: string;
  user_id: string;
  purpose: 'login' | 'add';
  kind: FactorKind | null;
  /** The sealed secret of a new app, or the challenge of a passkey. */
  secret: string | null;
  /** Wrong codes so far. */
  wrong: number;
  /** How the first step of the login was passed. */
  sign_in: SignIn;
  expires_at: string;
};

export type AccessTokensTable = {
  id: string;
  token_hash: string;
  user_id: string;
  name: string;
  /** Comma-separated. */
  scopes: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
};

/** A single sign-on that waits for the provider's answer. */
export type OidcAttemptsTable = {
  /** The digest of the browser's secret, with the provider's address and client. */
  id_hash: string;
  state: string;
  nonce: string;
  /** The verifier of PKCE. */
  verifier: string;
  /** The page to which the provider sends the browser. */
  redirect: string;
  expires_at: string;
};

/** Which access token created an account. The token may be gone. */
export type TokenAccountsTable = { user_id: string; token_id: string };

/** `code`: the text of a picture, or the secret that signed a proof-of-work challenge. */
export type CaptchasTable = { key: string; kind: 'picture' | 'work'; code: string; expires_at: string };

/** `address`: an IPv4 address or an IPv6 /64; an IPv6 address also has a /56 and a /48. */
export type LoginFailuresTable = {
  id: string;
  account_key: string;
  address: string;
  network56: string | null;
  network48: string | null;
  at: string;
};

/** Networks from which an account has logged in: an IPv4 address or an IPv6 /64. */
export type LoginAddressesTable = { user_id: string; network: string; last_login_at: string };

export type PasswordHistoryTable = { id: string; user_id: string; password_hash: string; replaced_at: string };

export type SignInSchema = {
  sessions: SessionsTable;
  ended_sessions: EndedSessionsTable;
  access_tokens: AccessTokensTable;
  factors: FactorsTable;
  recovery_codes: RecoveryCodesTable;
  factor_attempts: FactorAttemptsTable;
  oidc_attempts: OidcAttemptsTable;
  token_accounts: TokenAccountsTable;
  captchas: CaptchasTable;
  login_failures: LoginFailuresTable;
  login_addresses: LoginAddressesTable;
  password_history: PasswordHistoryTable;
};
