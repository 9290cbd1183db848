import type { AnsweredRemark } from '@shp/shared/api/remarkObjects';
import { lastReturn } from '@shp/shared/domain/assessment/returns';
import type { Rules } from '@shp/shared/text/en/rules';
import { remarkPlace } from '@shp/shared/text/problems';
import { command } from '../../command/command.ts';
import { findAssessment } from '../../command/lookup.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { loadRules, type Texts } from '../../lib/texts.ts';
import { screenColumn, type View } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';
import { messageFlags } from '../flags/messageFlags.ts';

type Row = AnsweredRemark & { readonly no: number };

/** The station's present answer. */
const answerOf = ({ answers }: AnsweredRemark) => answers?.at(-1)?.text;

function remarkView({ cli, common }: Texts, rules: Rules): View<Row> {
  const { no, place, remark } = cli.answering.columns;
  return {
    columns: [
      screenColumn('no', no, (row) => row.no, 'number'),
      screenColumn('place', place, (row) => remarkPlace(row, rules)),
      screenColumn('text', remark, (row) => row.text),
      screenColumn('answer', common.assessment.answer, answerOf),
    ],
    sentences: true,
    paths: ['part', 'field', 'serial', 'fileId', 'answers'],
  };
}

export const commands = [
  command({
    name: 'assessments answer-remark',
    summary: ({ cli }) => cli.answering.summary,
    args: [{ name: 'ID' }, { name: 'N', optional: true }],
    options: messageFlags(({ cli }) => cli.answering.message),
    examples: ['shp assessments answer-remark ID', 'shp assessments answer-remark ID 2 -m "Uploaded again"'],
    prints: true,
    async run({ args: [word, number], options }, context) {
      const { answering, usage } = context.texts.cli;
      if (number === undefined && (options.message !== undefined || options.editor))
        throw new UsageError(usage.missingArgument('N'));
      const { messageText } = await import('../../command/messageText.ts');
      const message = number === undefined ? undefined : await messageText(context, options, `${word}-${number}.txt`);
      const api = await context.api();
      const id = await findAssessment(context, api, word);
      const returned = lastReturn(await api.call('GET assessment/events', { id }));
      const remarks = returned?.remarks ?? [];
      const rows: Row[] = remarks.map((remark, index) => ({ ...remark, no: index + 1 }));
      if (returned === null || rows.length === 0) throw new Failure(answering.none);
      const view = remarkView(context.dataTexts, await loadRules(context.dataTexts.lang));
      if (number === undefined || message === undefined) return printRows(context, view, [rows]);
      const chosen = rows.find(({ no }) => String(no) === number);
      if (!chosen) throw new UsageError(usage.between('N', 1, rows.length));
      const answer = { id, eventId: returned.id, remark: chosen.no - 1, text: message };
      const { answers } = await api.call('POST assessment/answer_remark', answer);
      await printRows(context, view, [[{ ...chosen, answers }]]);
    },
  }),
];
