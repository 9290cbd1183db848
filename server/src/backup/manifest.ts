import { z } from 'zod';

/** What a backup says of itself, in `manifest.json`. */
export type Manifest = z.infer<typeof MANIFEST>;

export const MANIFEST = z.object({
  format: z.literal('shp-backup-1'),
  /** The version of the program that made it, and of the database's schema. */
  program: z.string(),
  schema: z.string(),
  at: z.string(),
  /** Rows by table. */
  counts: z.record(z.string(), z.number()),
  /** How many files `SHA256SUMS` lists, the manifest itself among them. */
  files: z.number(),
  /** Uploaded files whose bytes were missing or changed when the backup was made, by id. */
  unsound: z.array(z.string()),
});

export const MANIFEST_NAME = 'manifest.json';
/** As `sha256sum --check` reads it. */
export const SUMS_NAME = 'SHA256SUMS';
export const PANO_NAME = 'pano.json';

/** What may be in a backup, and nothing that leads out of the folder that it is unpacked into. */
const PATHS = /^(?:manifest\.json|shp\.sqlite|pano\.json|files\/[0-9a-f]{2}\/[0-9a-z]+)$/;

/** The digests by path; null where a line is none. */
export function readSums(text: string): Map<string, string> | null {
  const sums = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sha256 === undefined || path === undefined || !PATHS.test(path)) return null;
    sums.set(path, sha256);
  }
  return sums;
}

/** `SHA256SUMS` as `sha256sum --check` reads it. */
export function writeSums(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([path, sha256]) => `${sha256}  ${path}\n`).join('');
}
