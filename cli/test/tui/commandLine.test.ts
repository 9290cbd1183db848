import { expect, test } from 'vitest';
import { commandLine, flags, listCommand, targetCommand } from '../../src/tui/commands/commandLine.ts';

const row = (number: string) => ({ id: `id-${number}`, number });
const rows = (...numbers: string[]) => new Map(numbers.map((number) => [`id-${number}`, row(number)]));
const advance = (refs: readonly string[]) => ['assessments', 'advance', ...refs, 'reviewing'];
const LIST = { def: { name: 'assessments' } };

test('a word that a shell would read otherwise is quoted', () => {
  expect(commandLine('profile', 'update', '--phone', '', '--contact', "O'Neil & 张三", '--name', '示例电站')).toBe(
    "shp profile update --phone '' --contact 'O'\\''Neil & 张三' --name 示例电站",
  );
});

test('flags of a filter: named as the command has them, several with commas, nothing for what is not set', () => {
  expect(
    flags({
      keyword: 'x',
      isDeleted: true,
      status: ['submitted', 'reviewed'],
      level: [],
      waiting: false,
      city: undefined,
    }),
  ).toEqual(['--search', 'x', '--deleted', '--status', 'submitted,reviewed']);
  expect(listCommand('assessments', { city: '450300', overdue: true }, { by: 'submittedAt', desc: true })).toBe(
    'shp assessments list --city 450300 --overdue --sort-by submittedAt --desc',
  );
  expect(listCommand('supervised.1', {}, null)).toBeNull();
});

test('picked rows are named, those of a filter are read from their list, without the excepted ones', () => {
  expect(targetCommand(LIST, { kind: 'picked', rows: rows('N-1', 'N-2') }, advance)).toBe(
    'shp assessments advance N-1 N-2 reviewing',
  );
  const matching = { kind: 'matching', query: { city: '450300' }, total: 9, except: rows('N-3') } as const;
  expect(targetCommand(LIST, matching, advance)).toBe(
    'shp assessments list --city 450300 --all --fields number --format tsv --headings none | grep -vxF -e N-3 | ' +
      'shp assessments advance - reviewing',
  );
});
