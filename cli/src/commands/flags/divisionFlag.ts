import { UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';

/** Parses a division code or path; an empty value clears it. @throws UsageError */
export async function divisionCode(flag: string, text: string, { cli }: Texts): Promise<string> {
  const { parseDivision } = await import('@shp/shared/domain/accounts/divisions');
  const code = parseDivision(text);
  if (code === undefined) throw new UsageError(cli.usage.noDivision(flag, text));
  return code;
}

/** Parses the division flags among the input. */
export async function withDivisions<T extends Record<string, unknown>>(
  input: T,
  flags: readonly (keyof T & string)[],
  texts: Texts,
): Promise<T> {
  const read: Record<string, unknown> = { ...input };
  for (const flag of flags) {
    const text = input[flag];
    if (typeof text === 'string') read[flag] = await divisionCode(`--${flag}`, text, texts);
  }
  return read as T;
}
