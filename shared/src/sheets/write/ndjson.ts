import type { Layout, RowText } from './layout.ts';

/** One JSON object a line, its keys the headings. */
export function ndjson({ columns }: Layout): RowText {
  return {
    start: '',
    row: (cells) =>
      `${JSON.stringify(Object.fromEntries(columns.map(({ heading }, place) => [heading, cells[place] ?? null])))}\n`,
  };
}
