import type { Layout, OutCell, RowText } from './layout.ts';
import { numeral } from './numeral.ts';

/** One JSON object per line; its keys are the headings. */
export function ndjson({ columns }: Layout): RowText {
  const keys = columns.map(({ heading }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(heading)}:`);
  return {
    start: '',
    row: (cells) => {
      let text = '';
      for (let index = 0; index < keys.length; index++) text += keys[index] + json(cells[index] ?? null);
      return `${text}}\n`;
    },
  };
}

/** Fast path: nearly all texts need no JSON escapes. */
const PLAIN = /^[^"\\\p{Cc}\p{Cs}]*$/u;

function json(cell: OutCell): string {
  if (cell === null) return 'null';
  if (typeof cell === 'number') return Number.isFinite(cell) ? numeral(cell) : 'null';
  return typeof cell === 'string' && PLAIN.test(cell) ? `"${cell}"` : JSON.stringify(cell);
}
