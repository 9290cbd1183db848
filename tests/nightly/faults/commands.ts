import { spawnSync } from 'node:child_process';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { COMMAND } from '../../support/server.ts';

function shp(args: string[], lang: Lang) {
  const env = { ...process.env, SHP_LANG: lang, SHP_ADMIN_PASSWORD: 'admin-2026' };
  return spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', env, timeout: 60_000 });
}

/** Runs the doctor on a data directory; returns the exit code. */
export function doctor(data: string): number | null {
  return shp(['doctor', '--data', data], 'en').status;
}

/** Starts a server that must fail to start; returns its error output. */
export function startFails(data: string, lang: Lang = 'en'): string {
  const { status, stderr } = shp(['serve', '--port', '0', '--data', data, '--no-captcha'], lang);
  if (status !== 1) throw new Error(`it ended with ${status}: ${stderr}`);
  return stderr;
}

/** Runs another command on a data directory; it must succeed. */
export function does(...args: string[]): void {
  const { status, stderr } = shp(args, 'en');
  if (status !== 0) throw new Error(`${args.join(' ')}: ${status}: ${stderr}`);
}
