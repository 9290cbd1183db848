import { randomUUID } from 'node:crypto';
import { LEVELS, type Level } from '@shp/shared/domain/assessment/statuses';
import { guardedStepFrom } from '@shp/shared/domain/assessment/stepUnits';
import { forEachId, onRequest } from '../../bulk/forEachId.ts';
import { confirm } from '../../command/ask.ts';
import { command } from '../../command/command.ts';
import { findAssessment } from '../../command/lookup.ts';
import { idsOf } from '../../command/stdin.ts';
import { UsageError } from '../../lib/errors.ts';
import { ASSESSMENT_DETAIL_VIEW, ASSESSMENT_VIEW } from '../../lists/assessmentView.ts';
import { NEW_ID_VIEW } from '../../lists/resultViews.ts';
import { printObject } from '../../output/print.ts';
import { runExport } from '../../transfer/export.ts';
import { EXPORTING, SINCE, sinceFilter } from '../flags/exportFlags.ts';
import { PAGING, printList } from '../flags/pagingFlags.ts';
import { commands as assign } from './assign.ts';
import { ASSESSMENT_FILTER, assessmentFilter } from './filter.ts';
import { noteHints } from './hints.ts';
import { commands as remarks } from './remarks.ts';
import { commands as review } from './review.ts';
import { commands as scores } from './scores.ts';

export const commands = [
  command({
    name: 'assessments list',
    summary: ({ cli }) => cli.assessments.list,
    options: { ...ASSESSMENT_FILTER, ...PAGING },
    examples: [
      'shp assessments list --waiting',
      'shp assessments list --status submitted --status returned --city 450300',
      'shp assessments list --all --fields number,station.name,status --format tsv',
    ],
    prints: true,
    web: async ({ options }, { texts }) => ({
      list: 'assessments',
      filter: await assessmentFilter(options, texts),
      paging: options,
    }),
    async run({ options }, context) {
      const filter = await assessmentFilter(options, context.texts);
      const api = await context.api();
      await printList(context, ASSESSMENT_VIEW, options, (paging) =>
        api.call('GET assessment/query', { ...filter, ...paging }),
      );
    },
  }),
  command({
    name: 'assessments show',
    summary: ({ cli }) => cli.assessments.show,
    args: [{ name: 'ID' }],
    examples: [
      'shp assessments show GXXSD-2026-000001',
      'shp assessments show GXXSD-2026-000001 --web',
      'shp assessments show ID --fields number,form.plant --format json',
    ],
    prints: true,
    web: ({ args: [assessment] }) => ({ assessment }),
    async run({ args: [id] }, context) {
      const api = await context.api();
      const assessment = await api.call('GET assessment', { id });
      const { jq, template, fields } = context.globals;
      const isForPeople = context.format === 'table' && (jq ?? template ?? fields) === undefined;
      const standing = isForPeople ? await import('./standing.ts') : null;
      const steps = await standing?.printStanding(context, api, ASSESSMENT_DETAIL_VIEW, assessment);
      if (standing === null) await printObject(context, ASSESSMENT_DETAIL_VIEW, assessment);
      if (guardedStepFrom(assessment.status) !== null) await noteHints(context, api, assessment.id, undefined, steps);
    },
  }),
  command({
    name: 'assessments add',
    summary: ({ cli }) => cli.assessments.add,
    options: {
      level: {
        kind: 'text',
        value: 'LEVEL',
        choices: LEVELS.map(String),
        help: ({ common }) => common.assessment.level,
      },
    },
    examples: ['shp assessments add --level 3'],
    prints: true,
    async run({ options: { level } }, context) {
      if (level === undefined) throw new UsageError(context.texts.cli.usage.missingFlags('--level'));
      const api = await context.api();
      const made = await api.call(
        'POST assessment/add_assessment',
        { level: Number(level) as Level },
        { idempotencyKey: randomUUID() },
      );
      await printObject(context, NEW_ID_VIEW, made);
    },
  }),
  command({
    name: 'assessments delete',
    summary: ({ cli }) => cli.assessments.delete,
    args: [{ name: 'ID', many: true }],
    examples: ['shp assessments delete GXXSD-2026-000001 --yes'],
    prints: 'on request',
    async run({ args: [words] }, context) {
      const ids = await idsOf(context, words);
      await confirm(context, context.texts.cli.prompts.deleteAssessments(ids.length));
      const api = await context.api();
      const remove = async (word: string) => {
        const id = await findAssessment(context, api, word);
        await api.call('POST assessment/delete', { id });
        return { id };
      };
      await forEachId(context, ids, remove, onRequest(context));
    },
  }),
  command({
    name: 'assessments export',
    summary: ({ cli }) => cli.assessments.export,
    options: { ...ASSESSMENT_FILTER, ...EXPORTING, ...SINCE },
    examples: [
      'shp assessments export -o assessments.xlsx --manifest --fail-if-empty',
      'shp assessments export -o today.ndjson --diff yesterday.ndjson --shrink-alarm 5%',
      'shp assessments export -o changes.csv --since assessments.xlsx.json',
      'shp assessments export --status passed --format ndjson | wc -l',
    ],
    async run({ options }, context) {
      const filter = { ...(await assessmentFilter(options, context.texts)), ...(await sinceFilter(context, options)) };
      await runExport(context, 'GET assessment/export', filter, options);
    },
  }),
  ...review,
  ...remarks,
  ...assign,
  ...scores,
];
