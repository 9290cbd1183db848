import { ApiError } from '@shp/shared/api/errors';
import type { Event, Problem } from '@shp/shared/api/objects';
import type { Remark } from '@shp/shared/domain/assessment/remarks';
import { STATUSES, type Status } from '@shp/shared/domain/assessment/statuses';
import type { Api } from '../../api/client.ts';
import { forEachId } from '../../bulk/forEachId.ts';
import { confirm } from '../../command/ask.ts';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { findAssessment } from '../../command/lookup.ts';
import { idsOf, readStdin } from '../../command/stdin.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';
import { readUserFile } from '../../lib/userFile.ts';
import { ASSESSMENT_VIEW } from '../../lists/assessmentView.ts';
import { screenColumn, type View } from '../../output/columns.ts';
import { printObject, printRows } from '../../output/print.ts';
import { messageFlags } from '../flags/messageFlags.ts';
import { noteHints, STEPS_WITH_HINTS } from './hints.ts';

/** Final statuses. */
const FINAL: readonly Status[] = ['withdrawn', 'revoked'];

/** The hints column appears only if there are hints: most histories have none, and terminals are narrow. */
function eventView({ cli, common }: Texts, withHints: boolean): View<Event> {
  const { at, by, from, status, description, remarks } = cli.events.columns;
  const named = (one: Status | null) => (one === null ? '' : common.statuses[one]);
  return {
    columns: [
      screenColumn('at', at, (event) => event.at, 'time'),
      screenColumn(
        'by',
        by,
        (event) => event.by?.name,
        'text',
        (event) => event.by?.name ?? cli.events.system,
      ),
      screenColumn(
        'from',
        from,
        (event) => event.from,
        'text',
        (event) => named(event.from),
      ),
      screenColumn(
        'status',
        status,
        (event) => event.status,
        'text',
        (event) => named(event.status),
      ),
      screenColumn('description', description, (event) => event.description),
      screenColumn('remarks', remarks, (event) => event.remarks.map(remarkText).join(' / ')),
      ...(withHints
        ? [
            screenColumn<Event>('hints', common.assessment.hint, ({ hints }) =>
              hints.map(({ message }) => message).join(' / '),
            ),
          ]
        : []),
    ],
    sentences: true,
    paths: ['id', 'from', 'status', 'description', 'remarks', 'hints', 'at', 'by', 'by.*'],
  };
}

function remarkText({ text, answers = [] }: Event['remarks'][number]): string {
  return [text, ...answers.map((answer) => answer.text)].join(' → ');
}

function problemView({ cli }: Texts): View<Problem> {
  const { part, place, message } = cli.validation.columns;
  return {
    columns: [
      screenColumn(
        'part',
        part,
        (problem) => problem.part,
        'text',
        (problem) => cli.validation.parts[problem.part],
      ),
      screenColumn('place', place, ({ serial, field }) => serial ?? field),
      screenColumn('message', message, (problem) => problem.message),
    ],
    sentences: true,
    paths: ['code', 'part', 'section', 'serial', 'field', 'message'],
  };
}

function statusView({ common }: Texts): View<{ status: Status }> {
  return {
    columns: [
      screenColumn(
        'status',
        common.assessment.status,
        ({ status }) => status,
        'text',
        ({ status }) => common.statuses[status],
      ),
    ],
    paths: ['status'],
  };
}

/** Adds the possible steps to the error for a step that the status does not allow. */
async function refusedStep(context: CommandContext, api: Api, id: string, error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError && error.code === 'transition_not_allowed')) return error;
  const found = await api.call('GET assessment', { id }).catch(() => null);
  if (found === null) return error;
  const { number, status, actions } = found;
  const message = context.texts.cli.assessments.notNow(number, status, actions);
  return new ApiError(error.status, { code: error.code, message, fields: { ...error.fields, status: message } });
}

/** The remarks that go with a step. */
async function remarksIn({ texts }: CommandContext, words: readonly string[]): Promise<Remark[]> {
  const { readRemark } = await import('../../lists/remarkWord.ts');
  return words.map((word) => {
    const remark = readRemark(word);
    if (remark === null) throw new UsageError(texts.cli.api.notPair('--remark', 'PART:FIELD=TEXT', word));
    return remark;
  });
}

/** Whether the step was refused for want of a text. */
function wantsText(error: unknown): boolean {
  return error instanceof ApiError && error.fields.descriptionMissing !== undefined;
}

export const commands = [
  command({
    name: 'assessments events',
    summary: ({ cli }) => cli.assessments.events,
    args: [{ name: 'ID' }],
    options: {},
    examples: ['shp assessments events ID'],
    prints: true,
    web: ({ args: [assessment] }) => ({ assessment }),
    async run({ args: [id] }, context) {
      const api = await context.api();
      const events = await api.call('GET assessment/events', { id });
      const chosen = context.format !== 'table' || context.globals.fields !== undefined;
      const withHints = chosen || events.some(({ hints }) => hints.length > 0);
      await printRows(context, eventView(context.dataTexts, withHints), [events]);
    },
  }),
  command({
    name: 'assessments advance',
    summary: ({ cli }) => cli.assessments.advance,
    args: [
      { name: 'ID', many: true },
      { name: 'STATUS', choices: STATUSES },
    ],
    options: {
      ...messageFlags(({ cli }) => cli.assessments.message),
      remark: { kind: 'texts', value: 'PART:FIELD=TEXT', help: ({ cli }) => cli.assessments.remark },
      dryRun: { kind: 'flag', help: ({ cli }) => cli.assessments.dryRun },
    },
    examples: [
      'shp assessments advance ID reviewing --dry-run',
      'shp assessments advance GXXSD-2026-000001 first_passed -m "Complete"',
      'shp assessments list --waiting --all --format tsv --headings none | shp assessments advance - returned -m "Incomplete"',
      'shp assessments advance ID returned -m "Incomplete" --remark form:unit.address="No street" --remark score:1.1.2="No minutes"',
      'shp assessments advance ID revoked -m "Closed down" --yes',
    ],
    prints: true,
    async run({ args: [words, status], options: { dryRun, remark, ...given } }, context) {
      const remarks = remark === undefined ? [] : await remarksIn(context, remark);
      const ids = await idsOf(context, words);
      const { messageText } = await import('../../command/messageText.ts');
      let description = (await messageText(context, given, `${status}.txt`, () => false)) ?? '';
      if (dryRun) {
        const { dryStep, dryStepView } = await import('./dryAdvance.ts');
        const api = await context.api();
        const me = await api.call('GET user', {});
        const look = async (word: string) => {
          const id = await findAssessment(context, api, word);
          if (STEPS_WITH_HINTS.includes(status)) await noteHints(context, api, id, status);
          return dryStep(context, { api, me }, id, { status, description });
        };
        return forEachId(
          context,
          ids,
          look,
          (rows) => printRows(context, dryStepView(context.dataTexts), rows),
          context.texts.cli.notes.possibleOf,
        );
      }
      if (FINAL.includes(status)) {
        await confirm(context, context.texts.cli.prompts.advance(ids.length, context.texts.common.statuses[status]));
      }
      const api = await context.api();
      const advance = async (word: string) => {
        const id = await findAssessment(context, api, word);
        try {
          if (STEPS_WITH_HINTS.includes(status)) await noteHints(context, api, id, status);
          const step = () => api.call('POST assessment/add_event', { id, status, description, remarks });
          return await step().catch(async (error: unknown) => {
            if (!context.canAsk || given.message !== undefined || !wantsText(error)) throw error;
            description = (await messageText(context, given, `${status}.txt`)) ?? '';
            return step();
          });
        } catch (error) {
          throw await refusedStep(context, api, id, error);
        }
      };
      await forEachId(context, ids, advance, (rows) => printRows(context, ASSESSMENT_VIEW, rows));
    },
  }),
  command({
    name: 'assessments validate',
    summary: ({ cli }) => cli.assessments.validate,
    args: [{ name: 'ID' }],
    options: {},
    examples: ['shp assessments validate ID'],
    prints: true,
    web: ({ args: [assessment] }) => ({ assessment }),
    async run({ args: [id] }, context) {
      const api = await context.api();
      const { problems } = await api.call('GET assessment/validate_station_submit', { id });
      await printRows(context, problemView(context.dataTexts), [problems]);
      if (problems.length > 0) throw new Failure(context.texts.cli.validation.found(problems.length));
      context.note(context.texts.cli.validation.none);
    },
  }),
  command({
    name: 'assessments form',
    summary: ({ cli }) => cli.assessments.form,
    args: [{ name: 'ID' }],
    options: { input: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.assessments.formInput } },
    examples: [
      'shp assessments form ID',
      'shp assessments form ID --format json > form.json',
      'shp assessments form ID --input form.json',
    ],
    prints: true,
    web: ({ args: [assessment] }) => ({ assessment, part: 'form' }),
    async run({ args: [id], options: { input } }, context) {
      const { formView, readForm } = await import('./form.ts');
      const change = input === undefined ? null : await readForm(context, input);
      const api = await context.api();
      const { form } = change
        ? await api.call('POST assessment/update_form', { id, ...change })
        : await api.call('GET assessment', { id });
      await printObject(context, await formView(context.dataTexts), form);
    },
  }),
  command({
    name: 'assessments conclude',
    summary: ({ cli }) => cli.assessments.conclude,
    args: [{ name: 'ID' }],
    options: {
      ...messageFlags(({ cli }) => cli.assessments.conclusion),
      input: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.assessments.conclusionInput },
      draft: { kind: 'flag', help: ({ cli }) => cli.assessments.draft },
    },
    examples: ['shp assessments conclude ID -m "Sound"', 'shp assessments conclude ID --input conclusion.txt --draft'],
    prints: true,
    async run({ args: [id], options: { input, draft, ...given } }, context) {
      const { usage } = context.texts.cli;
      const written = given.message !== undefined || given.editor;
      if (!written && input === undefined && !context.canAsk) throw new UsageError(usage.missingFlags('-m / --input'));
      if (written && input !== undefined) throw new UsageError(usage.notBoth(given.editor ? '-e' : '-m', '--input'));
      const read =
        input === undefined ? '' : input === '-' ? await readStdin(context) : readUserFile(input).toString('utf8');
      const { messageText } = await import('../../command/messageText.ts');
      const conclusion =
        input === undefined
          ? ((await messageText(context, given, `${id}.txt`)) ?? '')
          : read.replace(/^\uFEFF/, '').trimEnd();
      const api = await context.api();
      const result = await api.call('POST assessment/update_conclusion', { id, conclusion, final: !draft });
      await printObject(context, statusView(context.dataTexts), result);
    },
  }),
];
