import { describe, expect, test } from 'vitest';
import {
  FILE_RULES,
  FILE_TYPES,
  fileExtension,
  fileNeeded,
  fileProblem,
  isFileCategory,
  MEGABYTE,
} from '../src/domain/assessment/files.ts';
import { checkRemark, type Remark } from '../src/domain/assessment/remarks.ts';
import { rules as en } from '../src/text/en/rules.ts';
import { rules as zh } from '../src/text/zh/rules.ts';

describe('file categories', () => {
  test('eight are always required, one with a reservoir, four never, at every level', () => {
    const by = (required: string) => FILE_RULES.filter((rule) => rule.required === required).map(({ id }) => id);
    expect(by('always')).toHaveLength(8);
    expect(by('reservoir')).toEqual(['damRegistration']);
    expect(by('no')).toEqual(['gridOrPowerPermit', 'twoTickets', 'photographs', 'other']);
    expect(FILE_RULES.every(({ levels }) => levels.join() === '1,2,3')).toBe(true);
    expect(Object.keys(en.fileCategories)).toEqual(FILE_RULES.map(({ id }) => id));
    expect(new Set(Object.values(zh.fileCategories)).size).toBe(13);
  });

  test("the dam's file is required with a reservoir", () => {
    const needed = [undefined, null, 0, 0.1].map((capacity) => fileNeeded('reservoir', capacity));
    expect(needed).toEqual([false, false, false, true]);
    expect([fileNeeded('always', null), fileNeeded('no', 100)]).toEqual([true, false]);
  });

  test('unknown names and prototype keys are not categories', () => {
    expect(['other', 'toString', 'constructor', ''].map(isFileCategory)).toEqual([true, false, false, false]);
  });
});

test('file types: by extension in any case; which ones open inline', () => {
  expect(['PDF', '.docx', 'jpeg', 'JPG', 'exe', 'html', 'svg', '', 'toString'].map(fileExtension)).toEqual([
    'pdf',
    'docx',
    'jpg',
    'jpg',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const inline = Object.entries(FILE_TYPES).filter(([, { inline }]) => inline);
  expect(inline.map(([extension]) => extension)).toEqual(['pdf', 'jpg', 'png', 'webp', 'mp4']);
});

describe('remarks belong to an existing place', () => {
  const known = { serials: new Set(['1.1.1']), files: new Set(['f1']) };
  const judge = (remark: Partial<Remark>) => {
    const found = checkRemark({ part: 'form', text: 'please explain', ...remark }, known);
    return found && `${found.key}: ${found.reason.code}`;
  };
  test.each([
    [{ field: 'unit.name' }, null],
    [{ field: 'conditions.tickets' }, null],
    [{ part: 'score', serial: '1.1.1' }, null],
    [{ part: 'file', field: 'selfReport' }, null],
    [{ part: 'file', fileId: 'f1' }, null],
    [{ part: 'file', serial: '1.1.1' }, null],
    [{}, 'field: required'],
    [{ field: 'unit.river' }, 'field: invalid'],
    [{ field: 'selfReport' }, 'field: invalid'],
    [{ field: 'unit.name', serial: '1.1.1' }, 'serial: invalid'],
    [{ field: 'unit.name', fileId: 'f1' }, 'fileId: invalid'],
    [{ part: 'score' }, 'serial: required'],
    [{ part: 'score', serial: '9.9.9' }, 'serial: unknownSerial'],
    [{ part: 'score', serial: '1.1.1', field: 'unit.name' }, 'field: invalid'],
    [{ part: 'file' }, 'fileId: required'],
    [{ part: 'file', fileId: 'f2' }, 'fileId: invalid'],
    [{ part: 'file', field: 'unit.name' }, 'field: invalid'],
    [{ field: 'unit.name', text: ' ' }, 'text: required'],
    [{ field: 'unit.name', text: 'x'.repeat(1001) }, 'text: tooLong'],
  ] as [Partial<Remark>, string | null][])('%j: %s', (remark, expected) => {
    expect(judge(remark)).toBe(expected);
  });
});

test('a file of exactly the limit is accepted, one byte more is not', () => {
  const of = (size: number) => fileProblem({ name: 'a.pdf', size }, 1);
  expect([of(0), of(MEGABYTE), of(MEGABYTE + 1)]).toEqual([{ code: 'empty' }, null, { code: 'size', mb: 1 }]);
});
