import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Api } from '../api/client.ts';
import { atomicWrite } from '../lib/atomicWrite.ts';
import type { Received } from './headers.ts';

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
  atomicWrite(`${path}.sha256`, `${manifest.sha256}  ${manifest.file}\n`, 0o644);
  atomicWrite(`${path}.json`, `${JSON.stringify(manifest, null, 2)}\n`, 0o644);
}

/** The manifest that a path names; null where there is none, or none of ours. */
export function readManifest(path: string): Manifest | null {
  try {
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Partial<Manifest> | null;
    const whole = typeof manifest?.rows === 'number' && !Number.isNaN(Date.parse(manifest.serverTime ?? ''));
    return whole ? (manifest as Manifest) : null;
  } catch {
    return null;
  }
}

/** The rows that the manifest beside a file tells of; null where there is none, or it is of an earlier file. */
export function rowsTold(path: string): number | null {
  const manifest = readManifest(`${path}.json`);
  return manifest?.bytes === statSync(path).size ? manifest.rows : null;
}

/** The server's own time, to the second, from any answer of it. */
export async function serverTime(api: Api): Promise<string> {
  const response = await api.send(`${api.server}/api/health`, { method: 'GET', headers: {} });
  await response.text();
  const date = Date.parse(response.headers.get('date') ?? '');
  return new Date(Number.isFinite(date) ? date : Date.now()).toISOString();
}
