import type { Input } from '@shp/shared/api/index';
import type { Api } from '../../api/client.ts';
import { allPages } from '../../api/pages.ts';
import type { AssignmentRequest } from '../../bulk/assign/plan.ts';
import { command, type OptionValues } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { nearestOf } from '../../command/lookup.ts';
import { idsOf } from '../../command/stdin.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { readUserFile } from '../../lib/userFile.ts';
import { ASSESSMENT_FILTER, assessmentFilter } from './filter.ts';

type Given = OptionValues<typeof ASSESSMENT_FILTER> & { all: boolean; fromFile: string | undefined };

/**
 * Checks that assessments are named by id, by a filter with `--all`, or by a file; returns the filter.
 * @throws UsageError
 */
async function chosenFilter(
  context: CommandContext,
  words: readonly string[],
  given: Given,
): Promise<Input<'GET assessment/query'>> {
  const filter = await assessmentFilter(given, context.texts);
  const filtered = Object.keys(filter).length > 0;
  const { usage, assign } = context.texts.cli;
  if (given.fromFile !== undefined) {
    if (words.length > 0 || given.all || filtered) throw new UsageError(usage.notBoth('--from-file', 'ID'));
  } else if (given.all === words.length > 0 || (filtered && !given.all)) throw new UsageError(assign.which);
  return filter;
}

/** The ids of all assessments that match a filter. */
async function found(api: Api, filter: Input<'GET assessment/query'>): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of allPages((paging) => api.call('GET assessment/query', { ...filter, ...paging }))) {
    ids.push(...page.map(({ id }) => id));
  }
  return [...new Set(ids)];
}

/** Reads the pairs of a csv file; a heading row is optional. @throws Failure */
async function pairsOf(context: CommandContext, file: string): Promise<AssignmentRequest[]> {
  const { CsvError, parse } = await import('csv-parse/sync');
  const text = readUserFile(file);
  let rows: string[][];
  try {
    rows = parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) throw new Failure(`${file}: ${error.message}`);
    throw error;
  }
  const pairs = rows[0]?.join() === 'assessment,expert' ? rows.slice(1) : rows;
  const wishes = new Map<string, string[]>();
  for (const [index, row] of pairs.entries()) {
    const [assessment, expert, ...more] = row;
    if (!assessment || !expert || more.length > 0) throw new Failure(context.texts.cli.assign.badRow(file, index + 1));
    wishes.set(assessment, [...(wishes.get(assessment) ?? []), expert]);
  }
  return [...wishes].map(([id, experts]) => ({ id, experts }));
}

export const commands = [
  command({
    name: 'assessments assign',
    summary: ({ cli }) => cli.assign.about,
    args: [{ name: 'ID', many: true, optional: true }],
    options: {
      experts: { kind: 'list', value: 'A,B,C', help: ({ cli }) => cli.assign.experts },
      balance: { kind: 'number', value: 'N', help: ({ cli }) => cli.assign.balance },
      fromFile: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.assign.fromFile },
      replace: { kind: 'flag', help: ({ cli }) => cli.assign.replace },
      dryRun: { kind: 'flag', help: ({ cli }) => cli.assign.dryRun },
      report: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.assign.report },
      concurrency: { kind: 'number', value: 'N', help: ({ cli }) => cli.options.concurrency },
      all: { kind: 'flag', help: ({ cli }) => cli.assign.all },
      ...ASSESSMENT_FILTER,
    },
    examples: [
      'shp assessments assign ID --experts expert01,expert02,expert03',
      'shp assessments assign --all --status first_passed --balance 3 --dry-run',
      'shp assessments assign --from-file pairs.csv --report report.csv',
    ],
    prints: true,
    async run({ args: [words], options }, context) {
      const { usage, assign: text } = context.texts.cli;
      const { experts, balance, fromFile, replace, dryRun, report, concurrency = 8 } = options;
      if ([experts, balance, fromFile].filter((one) => one !== undefined).length !== 1) throw new UsageError(text.how);
      const whole = (flag: string, value: number, max: number) => {
        if (!Number.isInteger(value) || value < 1 || value > max) throw new UsageError(usage.between(flag, 1, max));
      };
      whole('--concurrency', concurrency, 64);
      whole('--balance', balance ?? 1, 50);
      const filter = await chosenFilter(context, words, options);
      const [{ readExperts }, { plan }, { assign }] = await Promise.all([
        import('../../bulk/assign/experts.ts'),
        import('../../bulk/assign/plan.ts'),
        import('../../bulk/assign/assign.ts'),
      ]);
      const api = await context.api();
      const pairs = fromFile === undefined ? null : await pairsOf(context, fromFile);
      const ids = pairs === null && !options.all ? await idsOf(context, words) : null;
      const request = {
        words: { experts, balance, pairs, replace, ids, filter },
        async plan() {
          const known = await readExperts(api);
          const unknown = experts?.filter((word) => !known.find(word)) ?? [];
          const [first] = unknown;
          if (first !== undefined)
            throw new UsageError(
              text.unknown(
                unknown.join(', '),
                nearestOf(
                  first,
                  known.all.map(({ account }) => account),
                ),
              ),
            );
          const wishOf = (id: string): AssignmentRequest =>
            balance === undefined ? { id, experts: experts ?? [] } : { id, balance };
          const wishes = pairs ?? (ids ?? (await found(api, filter))).map(wishOf);
          return plan(context, api, known, wishes, { replace, concurrency });
        },
      };
      await assign(context, api, request, {
        dryRun,
        concurrency,
        report: report ?? (fromFile === undefined ? undefined : `${fromFile}.report.csv`),
      });
    },
  }),
];
