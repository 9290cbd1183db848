import { readFileSync } from 'node:fs';
import type { Api } from '../api/client.ts';
import { allPages } from '../api/pages.ts';
import type { Wish } from '../assign/run.ts';
import { command, type OptionValues } from '../core/command.ts';
import type { Shp } from '../core/context.ts';
import { Failure, UsageError } from '../core/errors.ts';
import { idsOf } from '../input/stdin.ts';
import { ASSESSMENT_FILTER, assessmentFilter } from './assessmentFilter.ts';

/** The assessments that a command names: by id, or all that a filter finds. @throws UsageError */
async function namedIds(
  shp: Shp,
  api: Api,
  words: readonly string[],
  given: OptionValues<typeof ASSESSMENT_FILTER> & { all: boolean },
): Promise<string[]> {
  const filter = await assessmentFilter(given, shp.texts);
  const filtered = Object.keys(filter).length > 0;
  if (given.all === words.length > 0 || (filtered && !given.all)) throw new UsageError(shp.texts.cli.assign.which);
  if (!given.all) return idsOf(shp, words);
  const ids: string[] = [];
  for await (const page of allPages((paging) => api.call('GET assessment/query', { ...filter, ...paging }))) {
    ids.push(...page.map(({ id }) => id));
  }
  return [...new Set(ids)];
}

/** The pairs of a csv file; its first row may be headings. @throws Failure */
async function pairsOf(shp: Shp, file: string): Promise<Wish[]> {
  const { parse } = await import('csv-parse/sync');
  const rows: string[][] = parse(readFileSync(file), {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
  });
  const pairs = rows[0]?.join() === 'assessment,expert' ? rows.slice(1) : rows;
  const wishes = new Map<string, string[]>();
  for (const [place, row] of pairs.entries()) {
    const [assessment, expert, ...more] = row;
    if (!assessment || !expert || more.length > 0) throw new Failure(shp.texts.cli.assign.badRow(file, place + 1));
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
    async run({ args: [words], options }, shp) {
      const { usage, assign: text } = shp.texts.cli;
      const { experts, balance, fromFile, replace, dryRun, report, concurrency = 8 } = options;
      if ([experts, balance, fromFile].filter((one) => one !== undefined).length !== 1) throw new UsageError(text.how);
      const whole = (flag: string, value: number, max: number) => {
        if (!Number.isInteger(value) || value < 1 || value > max) throw new UsageError(usage.between(flag, 1, max));
      };
      whole('--concurrency', concurrency, 64);
      whole('--balance', balance ?? 1, 50);
      if (fromFile !== undefined && (words.length > 0 || options.all))
        throw new UsageError(usage.notBoth('--from-file', 'ID'));
      const [{ Experts }, { assign }] = await Promise.all([import('../assign/experts.ts'), import('../assign/run.ts')]);
      const api = await shp.api();
      const wishes: Wish[] =
        fromFile !== undefined
          ? await pairsOf(shp, fromFile)
          : (await namedIds(shp, api, words, options)).map((id) =>
              balance === undefined ? { id, experts: experts ?? [] } : { id, balance },
            );
      const known = await Experts.read(api);
      const unknown = experts?.filter((word) => !known.find(word)) ?? [];
      if (unknown.length > 0) throw new UsageError(text.unknown(unknown.join(', ')));
      await assign(shp, api, known, wishes, { replace, dryRun, concurrency, report });
    },
  }),
];
