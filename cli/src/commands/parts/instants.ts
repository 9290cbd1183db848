import { UsageError } from '../../core/errors.ts';
import type { Texts } from '../../core/texts.ts';

const ZONE = '+08:00';

/** An instant from a flag: ISO 8601, or a day in China, then its first or last moment. @throws UsageError */
export function instant(
  flag: string,
  text: string | undefined,
  end: 'first' | 'last',
  { cli }: Texts,
): string | undefined {
  if (text === undefined) return undefined;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = Date.parse(day ? `${text}T${end === 'first' ? '00:00:00.000' : '23:59:59.999'}${ZONE}` : text);
  if (!Number.isFinite(time)) throw new UsageError(cli.usage.notTime(flag, text));
  return new Date(time).toISOString();
}
