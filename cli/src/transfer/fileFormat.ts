import { basename } from 'node:path';
import type { Shp } from '../command/context.ts';
import { UsageError } from '../lib/errors.ts';

/** The form of a file to be written: as said, else by its ending, else the usual one. @throws UsageError */
export function formatFor<F extends string>(
  shp: Shp,
  { file, format }: { file: string | undefined; format: F | undefined },
  formats: readonly F[],
  usual: F,
): F {
  const ending = /\.([a-z]+)$/i.exec(basename(file ?? ''))?.[1]?.toLowerCase();
  if (format !== undefined || ending === undefined) return format ?? usual;
  const known = formats.find((one) => one === ending);
  if (known !== undefined) return known;
  throw new UsageError(shp.texts.cli.usage.ending(file ?? '', formats.join(', ')));
}
