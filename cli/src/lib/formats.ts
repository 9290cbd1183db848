import { basename } from 'node:path';
import { UsageError } from './errors.ts';
import type { Texts } from './texts.ts';
/** Output formats. */
export const FORMATS = ['table', 'ndjson', 'json', 'csv', 'tsv'] as const;
/** Heading row of csv and tsv. It also sets the cells: raw values, or names in a language. */
export const LIST_HEADINGS = ['keys', 'none', 'zh', 'en'] as const;
export type ListHeadings = (typeof LIST_HEADINGS)[number];
/** Formats with a heading row. */
export const HEADED_FORMATS: readonly Format[] = ['csv', 'tsv'];
export type Format = (typeof FORMATS)[number];

/** The format of an output file: given, else by extension, else the default. @throws UsageError */
export function formatFor<F extends string>(
  { cli }: Texts,
  { file, format }: { file: string | undefined; format: F | undefined },
  formats: readonly F[],
  usual: F,
): F {
  const ending = /\.([a-z]+)$/i.exec(basename(file ?? ''))?.[1]?.toLowerCase();
  if (format !== undefined || ending === undefined) return format ?? usual;
  const known = formats.find((one) => one === ending);
  if (known !== undefined) return known;
  if (formats.length === 1) throw new UsageError(cli.usage.onlyEnding(file ?? '', formats.join()));
  throw new UsageError(cli.usage.ending(file ?? '', formats.join(', ')));
}
