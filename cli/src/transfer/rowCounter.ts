const LINE_END = 0x0a;
const QUOTE = 0x22;

/** Counts the rows of an export while it passes; null at the end where the form does not show them. */
export type RowCounter = { take(chunk: Buffer): void; rows(): number | null };

export function rowCounter(format: string | undefined): RowCounter {
  if (format !== 'csv' && format !== 'ndjson') return { take() {}, rows: () => null };
  const headings = format === 'csv' ? 1 : 0;
  let lines = 0;
  let quoted = false;
  return {
    take(chunk) {
      for (const byte of chunk) {
        if (byte === LINE_END && !quoted) lines += 1;
        else if (byte === QUOTE && format === 'csv') quoted = !quoted;
      }
    },
    rows: () => lines - headings,
  };
}
