import type { UserKind } from '../domain/accounts/roles.ts';
import type { OfficeFormat } from '../domain/lib/sheetFormats.ts';
import { texts } from '../text/common.ts';
import { encodeCells } from './encode.ts';
import { IMPORT_COLUMNS } from './importColumns.ts';
import type { Bytes } from './write/layout.ts';

/** An empty file to fill in: one heading row in both languages. */
export function encodeTemplate(kind: UserKind, format: OfficeFormat): AsyncGenerator<Bytes> {
  const columns = IMPORT_COLUMNS[kind].map(({ heading, type, width }) => {
    const both = `${heading.zh} / ${heading.en}`;
    return { heading: both, type, width: Math.max(width, displayWidth(both) + 4) };
  });
  return encodeCells(format, { name: texts.zh.kinds[kind], columns }, noRows());
}

async function* noRows(): AsyncGenerator<never> {}

/** The display width in workbook characters; a Chinese character takes two. */
function displayWidth(text: string): number {
  return [...text].reduce((width, character) => width + (character > '\u2e80' ? 2 : 1), 0);
}
