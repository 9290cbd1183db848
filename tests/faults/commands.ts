import { spawnSync } from 'node:child_process';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { COMMAND } from '../server.ts';

function shp(args: string[], lang: Lang) {
  const env = { ...process.env, SHP_LANG: lang, SHP_ADMIN_PASSWORD: 'admin-2026' };
  return spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', env, timeout: 60_000 });
}

/** Examines a data directory; the exit code. */
export function doctor(data: string): number | null {
  return shp(['doctor', '--data', data], 'en').status;
}

/** Starts a server that must not come up; what it says. */
export function startFails(data: string, lang: Lang = 'en'): string {
  const { status, stderr } = shp(['serve', '--port', '0', '--data', data, '--no-captcha'], lang);
  if (status !== 1) throw new Error(`it ended with ${status}: ${stderr}`);
  return stderr;
}

/** Any other command on a data directory, which must do what it is asked. */
export function does(...args: string[]): void {
  const { status, stderr } = shp(args, 'en');
  if (status !== 0) throw new Error(`${args.join(' ')}: ${status}: ${stderr}`);
}
