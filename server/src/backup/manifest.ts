import { z } from 'zod';

/** The contents of a backup's `manifest.json`. */
export type Manifest = z.infer<typeof MANIFEST>;

export const MANIFEST = z.object({
  format: z.literal('shp-backup-1'),
  /** Version of the program that made the backup, and of the database schema. */
  program: z.string(),
  schema: z.string(),
  at: z.string(),
  /** Number of rows by table. */
  counts: z.record(z.string(), z.number()),
  /** Number of files in `SHA256SUMS`, including the manifest. */
  files: z.number(),
  /** Ids of uploaded files with missing or changed bytes at the time of the backup. */
  unsound: z.array(z.string()),
  /** The newest signed head of the audit in the backup; absent if it has none. */
  head: z
    .object({
      head: z.object({ size: z.number(), root: z.string(), at: z.string() }),
      key: z.string(),
      signature: z.string(),
    })
    .optional(),
});

export const MANIFEST_NAME = 'manifest.json';
/** In the format of `sha256sum --check`. */
export const SUMS_NAME = 'SHA256SUMS';
export const PANO_NAME = 'pano.json';

/** The paths allowed in a backup; none leads out of the target folder. */
export const PATHS = /^(?:manifest\.json|shp\.sqlite|pano\.json|files\/[0-9a-f]{2}\/[0-9a-z]+)$/;

/** The digests by path; null if a line is malformed. */
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

/** Writes `SHA256SUMS` in the format of `sha256sum --check`. */
export function writeSums(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([path, sha256]) => `${sha256}  ${path}\n`).join('');
}
