import { basename } from 'node:path';
import type { Api } from '../api/client.ts';
import { writeWhole } from '../files/whole.ts';
import type { Received } from './head.ts';

/** What `--manifest` keeps beside a file: enough to check it, and to ask for what changed since. */
export type Manifest = {
  file: string;
  format: string;
  filter: Record<string, unknown>;
  rows: number;
  bytes: number;
  sha256: string;
  /** The server's clock before the export was asked for: every later change is later than this. */
  serverTime: string;
};

export function manifestOf(
  path: string,
  head: Received,
  { format = 'xlsx', ...filter }: Record<string, unknown>,
  serverTime: string,
): Manifest {
  const { rows, size, sha256 } = head;
  return { file: basename(path), format: String(format), filter, rows, bytes: size, sha256, serverTime };
}

/** `FILE.sha256`, as `sha256sum --check` reads it, and `FILE.json`. */
export function writeManifest(path: string, manifest: Manifest): void {
  writeWhole(`${path}.sha256`, `${manifest.sha256}  ${manifest.file}\n`, 0o644);
  writeWhole(`${path}.json`, `${JSON.stringify(manifest, null, 2)}\n`, 0o644);
}

/** The server's own time, to the second, from any answer of it. */
export async function serverTime(api: Api): Promise<string> {
  const response = await api.send(`${api.server}/api/health`, { method: 'GET', headers: {} });
  await response.text();
  const date = Date.parse(response.headers.get('date') ?? '');
  return new Date(Number.isFinite(date) ? date : Date.now()).toISOString();
}
