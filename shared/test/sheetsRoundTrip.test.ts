import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { User } from '../src/api/objects.ts';
import { USER_KINDS, type UserKind } from '../src/domain/accounts/roles.ts';
import { HEADINGS } from '../src/domain/lib/sheetFormats.ts';
import { column } from '../src/sheets/column.ts';
import { encodeSheet, readTable, SHEET_FORMATS, USER_COLUMNS } from '../src/sheets/index.ts';
import { bytesOf, imported, usersOf } from './sheetExamples.ts';

/** The input that would add the same account again. */
function inputOf(kind: UserKind, { account, role, division, profile }: User) {
  return {
    account,
    ...(kind === 'managers' ? { role } : {}),
    ...(division === null ? {} : { division }),
    profile,
  };
}

describe.each(USER_KINDS)('an export of %s', (kind) => {
  test.each(SHEET_FORMATS)('as %s, whatever its headings, reads as the same accounts', async (format) => {
    await fc.assert(
      fc.asyncProperty(usersOf(kind), fc.constantFrom(...HEADINGS), async (users, headings) => {
        const sheet = { format, headings, columns: USER_COLUMNS[kind], name: kind };
        const rows = await imported(kind, await bytesOf(encodeSheet(sheet, [users])), format);
        const first = format === 'ndjson' ? 1 : 2;
        expect(rows).toEqual(
          users.map((user, index) => ({
            rowNumber: first + index,
            account: user.account,
            input: inputOf(kind, user),
            reasons: {},
          })),
        );
      }),
      { numRuns: 60 },
    );
  });
});

const texts = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.stringMatching(/^'{0,2}[=+@\t\r\n＝＋－＠-]?[\r\n"', \t_x0-9A-F]{0,9}$/),
  )
  .filter((text) => text.trim() !== '' && !text.includes('\0'));

test('no csv cell starts like a formula', async () => {
  const columns = [
    column<string>({ key: 'a', heading: { zh: 'a', en: 'a' }, type: 'text', width: 9, value: (row) => row }),
  ];
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const bytes = await bytesOf(encodeSheet({ format: 'csv', headings: 'keys', columns, name: 'x' }, [[text]]));
      expect(new TextDecoder().decode(bytes).replace('a\r\n', '')).not.toMatch(/^"?[=+\-@＝＋－＠\t\r\n]/);
    }),
    { numRuns: 500 },
  );
});

describe.each(['xlsx', 'csv'] as const)('any text in %s', (format) => {
  test('round-trips text with spaces, newlines, quotes and signs', async () => {
    const columns = ['a', 'b'].map((key, index) =>
      column<readonly string[]>({
        key,
        heading: { zh: key, en: key },
        type: 'text',
        width: 9,
        value: (row) => row[index],
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 5 }), async (rows) => {
        const bytes = await bytesOf(encodeSheet({ format, headings: 'keys', columns, name: 'x' }, [rows]));
        expect(await readTable(bytes, format)).toEqual({
          headings: ['a', 'b'],
          rows: rows.map((cells, index) => ({ number: index + 2, cells })),
        });
      }),
      { numRuns: 300 },
    );
  });
});
