import type { CommandContext } from '../../command/context.ts';
import { screenColumn, type View, worded } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';
import type { Line, Result } from './plan.ts';

export const REPORT_KEYS = ['row', 'assessment', 'result', 'number', 'added', 'removed', 'experts', 'reason'] as const;

/** Prints the outcome of each assessment, or the planned one. */
export function printLines(context: CommandContext, lines: readonly Line[]): Promise<void> {
  const chosen = lines.map((line) => ({
    id: line.assessment,
    number: line.number,
    result: line.result,
    added: line.added,
    removed: line.removed,
    experts: line.experts,
    reason: line.reason,
    accounts: line.accounts ?? { added: [], removed: [], experts: [] },
  }));
  return printRows(context, viewOf(context, namesakesIn(chosen)), [chosen]);
}

type Shown = Omit<Line, 'row' | 'assessment' | 'station'> & { readonly id: string } & Required<Pick<Line, 'accounts'>>;
type People = 'added' | 'removed' | 'experts';
const PEOPLE = ['added', 'removed', 'experts'] as const satisfies readonly People[];

/** The names that more than one account of a plan has. */
function namesakesIn(lines: readonly Shown[]): ReadonlySet<string> {
  const first = new Map<string, string>();
  const shared = new Set<string>();
  for (const line of lines)
    for (const key of PEOPLE)
      for (const [index, account] of line.accounts[key].entries()) {
        const name = line[key][index] ?? '';
        if ((first.get(name) ?? account) !== account) shared.add(name);
        first.set(name, account);
      }
  return shared;
}

function viewOf({ dataTexts: { cli, common } }: CommandContext, namesakes: ReadonlySet<string>): View<Shown> {
  const { columns, results } = cli.assign;
  const people = (key: People) =>
    screenColumn<Shown>(
      key,
      columns[key],
      (line) => [...line[key]],
      'text',
      ({ [key]: names, accounts }) =>
        names
          .map((name, index) => (namesakes.has(name) ? `${name} ${accounts[key][index] ?? ''}` : name))
          .join(common.marks.list),
    );
  return {
    columns: [
      screenColumn('id', 'id', ({ id }) => id),
      screenColumn('number', columns.number, ({ number }) => number),
      worded('result', columns.result, ({ result }) => results[result]),
      ...PEOPLE.map(people),
      screenColumn('reason', columns.reason, ({ reason }) => reason),
    ],
    brief: ['number', 'result', 'added', 'removed', 'reason'],
    sentences: true,
    paths: ['id', 'number', 'result', ...PEOPLE, 'reason', 'accounts', 'accounts.*'],
  };
}

/** Counts the results; what has no result yet counts as left. */
export function countsOf(results: Iterable<Result>, all: number): Record<Result, number> {
  const counts = { assigned: 0, planned: 0, unchanged: 0, failed: 0, left: 0 };
  let remaining = 0;
  for (const result of results) {
    counts[result] += 1;
    remaining += 1;
  }
  counts.left += all - remaining;
  return counts;
}
