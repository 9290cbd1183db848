import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from './errors.ts';
import type { Texts } from './texts.ts';

/**
 * Lets the user write a text in their own editor (`VISUAL`, then `EDITOR`, then vi) and returns it without the blanks
 * at its end. The file is the user's alone and deleted afterwards. @throws Failure
 */
export async function editText(name: string, text: string, { cli }: Texts): Promise<string> {
  const editor = process.env.VISUAL || process.env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi');
  const folder = mkdtempSync(join(tmpdir(), 'shp-'));
  const file = join(folder, name.replaceAll(/[^\w.-]+/g, '_'));
  // Ctrl-C in an editor is the editor's.
  const interrupted = process.listeners('SIGINT');
  process.removeAllListeners('SIGINT').on('SIGINT', ignore);
  try {
    writeFileSync(file, text === '' ? '' : `${text}\n`, { mode: 0o600 });
    const why = await ended(editor, file);
    if (why !== null) throw new Failure(cli.errors.editor(why));
    return readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd();
  } finally {
    process.off('SIGINT', ignore);
    for (const listener of interrupted) process.on('SIGINT', listener);
    rmSync(folder, { recursive: true, force: true });
  }
}

function ignore(): void {}

/** The reason if the editor failed. It gets standard error in place of standard output, which may be a pipe. */
function ended(editor: string, file: string): Promise<string | null> {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32';
    const child = shell
      ? spawn(`${editor} "${file}"`, { shell, stdio: ['inherit', 2, 2] })
      : spawn('sh', ['-c', `${editor} "$0"`, file], { stdio: ['inherit', 2, 2] });
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(code === 0 ? null : `${editor}: ${signal ?? code}`));
  });
}
