import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BinaryKey, Input, JsonKey } from '@shp/shared/api/index';
import type { Api } from '../api/client.ts';
import type { CommandContext } from '../command/context.ts';
import { write } from '../lib/streams.ts';
import { progress } from '../output/progress.ts';
import { writeAtomicFile } from './atomicFile.ts';
import type { Kind } from './headers.ts';
import { receive, type Sink } from './receive.ts';

const CALLS = {
  file: { ask: 'GET file/token', get: 'GET file/download/:name' },
  evidence: { ask: 'GET file/evidence_token', get: 'GET file/download_evidence/:name' },
  document: { ask: 'GET document/token', get: 'GET document/download/:name' },
  archive: { ask: 'GET file/archive', get: 'GET file/download/:name' },
} as const satisfies Record<string, { ask: JsonKey; get: BinaryKey }>;
type What = keyof typeof CALLS;

/** Permission to download a file, with its name. */
export type DownloadGrant = { what: What; token: string; name: string };

export async function requestDownload(api: Api, what: What, id: string): Promise<DownloadGrant> {
  const { ask } = CALLS[what];
  const input = (what === 'archive' ? { id } : { fileId: id }) as Input<'GET file/token'>;
  const { token, name } = await api.call(ask as 'GET file/token', input);
  return { what, token, name };
}

/** Downloads to a file, which appears only when complete; without a path to standard output. */
export async function download(
  context: CommandContext,
  api: Api,
  { what, token, name }: DownloadGrant,
  path: string | null,
): Promise<void> {
  const bar = progress(context, name, 'bytes');
  const kind: Kind = what === 'archive' ? 'archive' : 'file';
  const source = { key: CALLS[what].get, input: { name, token } as Input<BinaryKey>, kind };
  const fill = (sink: Sink) => receive(api, source, sink, { check() {}, at: bar.at }, context.texts).finally(bar.end);
  if (path === null) {
    await fill({ write: (chunk) => write(context.streams.out, chunk), restart: async () => false });
    return;
  }
  await writeAtomicFile(path, fill, () => {});
  context.note(context.texts.cli.notes.written(path));
}

/** A safe local path for a name from the server: inside the folder, no duplicates. */
export function pathFor(folder: string, name: string, taken: Set<string> = new Set()): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
  const plain = name.replace(/[/\\:\u0000-\u001f]/g, '_').replace(/^\.+/, '_') || '_';
  const [, stem = plain, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(plain) ?? [];
  for (let count = 1; ; count++) {
    const path = join(folder, count === 1 ? plain : `${stem} (${count})${ending}`);
    if (taken.has(path)) continue;
    taken.add(path);
    return path;
  }
}

/** Whether the file already has exactly these bytes. */
export async function hasSameBytes(path: string, sha256: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') === sha256;
}
