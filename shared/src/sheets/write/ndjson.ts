import type { Layout, RowText } from './layout.ts';

/** One JSON object a line, its keys the headings. */
export function ndjson({ columns }: Layout): RowText {
  const keys = columns.map(({ heading }, place) => `${place === 0 ? '{' : ','}${JSON.stringify(heading)}:`);
  return {
    start: '',
    row: (cells) => `${keys.map((key, place) => key + JSON.stringify(cells[place] ?? null)).join('')}}\n`,
  };
}
