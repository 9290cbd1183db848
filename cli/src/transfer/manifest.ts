import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Api } from '../api/client.ts';
import { atomicWrite } from '../lib/atomicWrite.ts';
import type { Received } from './headers.ts';

/** The content of `--manifest`: for checking the file, and for `--since`. */
export type Manifest = {
  file: string;
  format: string;
  filter: Record<string, unknown>;
  rows: number;
  bytes: number;
  sha256: string;
  /** The server's clock before the export; all later changes are newer. */
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

/** Writes `FILE.sha256` for `sha256sum --check`, and `FILE.json`. */
export function writeManifest(path: string, manifest: Manifest): void {
  atomicWrite(`${path}.sha256`, `${manifest.sha256}  ${manifest.file}\n`, 0o644);
  atomicWrite(`${path}.json`, `${JSON.stringify(manifest, null, 2)}\n`, 0o644);
}

/** Reads a manifest; null if there is none or it is not one. */
export function readManifest(path: string): Manifest | null {
  try {
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Partial<Manifest> | null;
    const whole = typeof manifest?.rows === 'number' && !Number.isNaN(Date.parse(manifest.serverTime ?? ''));
    return whole ? (manifest as Manifest) : null;
  } catch {
    return null;
  }
}

/** The row count in a file's manifest; null if there is none or it belongs to an earlier file. */
export function rowsInManifest(path: string): number | null {
  const manifest = readManifest(`${path}.json`);
  return manifest?.bytes === statSync(path).size ? manifest.rows : null;
}

/** The server's clock in seconds, from any response. */
export async function serverTime(api: Api): Promise<string> {
  const response = await api.send(`${api.server}/api/health`, { method: 'GET', headers: {} });
  await response.text();
  const date = Date.parse(response.headers.get('date') ?? '');
  return new Date(Number.isFinite(date) ? date : Date.now()).toISOString();
}
