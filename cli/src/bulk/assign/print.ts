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
  }));
  return printRows(context, viewOf(context), [chosen]);
}

type Shown = Omit<Line, 'row' | 'assessment' | 'station'> & { readonly id: string };

function viewOf({ dataTexts: { cli } }: CommandContext): View<Shown> {
  const { columns, results } = cli.assign;
  return {
    columns: [
      screenColumn('id', 'id', ({ id }) => id),
      screenColumn('number', columns.number, ({ number }) => number),
      worded('result', columns.result, ({ result }) => results[result]),
      screenColumn('added', columns.added, ({ added }) => [...added]),
      screenColumn('removed', columns.removed, ({ removed }) => [...removed]),
      screenColumn('experts', columns.experts, ({ experts }) => [...experts]),
      screenColumn('reason', columns.reason, ({ reason }) => reason),
    ],
    brief: ['number', 'result', 'added', 'removed', 'reason'],
    sentences: true,
    paths: ['id', 'number', 'result', 'added', 'removed', 'experts', 'reason'],
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
