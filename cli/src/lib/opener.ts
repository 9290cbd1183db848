import { spawn } from 'node:child_process';

/** A program that opens files and addresses with what the user has chosen for them. */
export type Opener = { readonly program: string; readonly words: readonly string[] };

/** The opener of the platform; null without a display. */
export function openerOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Opener | null {
  if (env.SSH_CONNECTION && !env.DISPLAY) return null;
  if (platform === 'darwin') return { program: 'open', words: [] };
  // `start` is a word of cmd, which would read "&" and "%" in an address; this opens the same program.
  if (platform === 'win32') return { program: 'rundll32', words: ['url.dll,FileProtocolHandler'] };
  return env.DISPLAY || env.WAYLAND_DISPLAY ? { program: 'xdg-open', words: [] } : null;
}

/** An opener that has not failed by then has opened its file: some wait until the user closes it. */
const FAILS_WITHIN_MS = 2_000;

/** Opens a file in its own program; returns why it could not, or null. */
export function openFile({ program, words }: Opener, path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, [...words, path], { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(null), FAILS_WITHIN_MS);
    const end = (reason: string | null) => {
      clearTimeout(timer);
      resolve(reason);
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (code) => end(code === 0 ? null : `${program}: ${code}`));
    child.unref();
  });
}
