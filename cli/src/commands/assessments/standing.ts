import type { Output } from '@shp/shared/api/index';
import type { Assessment, User } from '@shp/shared/api/objects';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
import { daysInStatus } from '@shp/shared/domain/lib/days';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { daysLeft, overdueDays, type StageDays } from '@shp/shared/domain/statistics/progress';
import type { Standing } from '@shp/shared/text/en/assessment/standing';
import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import { write } from '../../lib/streams.ts';
import { loadRules } from '../../lib/texts.ts';
import { displayWidth, pad } from '../../lib/width.ts';
import { inOrder, stepRow } from '../../lists/stepRow.ts';
import { screenColumn, type View } from '../../output/columns.ts';
import { printObject } from '../../output/print.ts';

type Steps = Output<'GET assessment/next_steps'>;
type Act = keyof Standing['acts'];
/** An act, and the command that does it. */
type Step = readonly [name: string, command: string];

const GAP = 2;
const INDENT = '  ';

async function standingIn(lang: Lang): Promise<Standing> {
  const { standing } = await (lang === 'zh'
    ? import('@shp/shared/text/zh/assessment/standing')
    : import('@shp/shared/text/en/assessment/standing'));
  return standing;
}

/** Prints an assessment for people: its main data with the days in its status, and what the caller can do with it. */
export async function printStanding(
  context: CommandContext,
  api: Api,
  plain: View<Assessment>,
  assessment: Assessment,
): Promise<Steps> {
  const { id, status } = assessment;
  const [steps, me, { stageDays }, standing, headings] = await Promise.all([
    api.call('GET assessment/next_steps', { id }),
    api.call('GET user', {}),
    api.call('GET system/settings', {}),
    standingIn(context.texts.lang),
    standingIn(context.dataTexts.lang),
  ]);
  const { columns } = plain;
  const after = columns.findIndex(({ key }) => key === 'statusSince') + 1;
  const days = screenColumn<Assessment>('days', headings.days, (one) => daysText(one, stageDays, headings));
  const view: View<Assessment> = OPEN.includes(status)
    ? { ...plain, columns: columns.toSpliced(after, 0, days) }
    : plain;
  await printObject(context, view, assessment);
  const open = [...actsFor(assessment, standing), ...(await stepsFor(context, assessment, steps, me, standing))];
  if (open.length > 0 || OPEN.includes(status)) write(context.streams.out, nextText(context, open, standing));
  return steps;
}

function daysText(assessment: Assessment, stageDays: StageDays, { inStatus }: Standing): string {
  const now = new Date().toISOString();
  const over = overdueDays(assessment, stageDays, now) ?? 0;
  return inStatus(daysInStatus(assessment), daysLeft(assessment, stageDays, now), over);
}

/** What the caller may do beside steps. */
function actsFor({ number, permissions }: Assessment, { acts }: Standing): Step[] {
  const commands: Record<Act, string> = {
    editForm: `form ${number} --input FILE`,
    scoreStation: `scores import ${number} FILE`,
    uploadEvidence: `files upload ${number} FILE --serial S`,
    assign: `assign ${number} --experts A,B,C`,
    scoreExpert: `scores import ${number} FILE`,
    conclude: `conclude ${number} -m TEXT`,
  };
  return (Object.keys(commands) as Act[])
    .filter((act) => permissions[act])
    .map((act) => [acts[act], `shp ${act === 'uploadEvidence' ? '' : 'assessments '}${commands[act]}`]);
}

/** The steps open to the caller; of one whose conditions are not met the command that says why. */
async function stepsFor(
  { texts }: CommandContext,
  assessment: Assessment,
  steps: Steps,
  me: User,
  { notYet, why }: Standing,
): Promise<Step[]> {
  const { steps: names } = await loadRules(texts.lang);
  const rowOf = ({ to }: Steps[number]) => stepRow(assessment, to, me);
  return inOrder(steps, (step) => rowOf(step)?.name).map((step) => {
    const row = rowOf(step);
    const name = row ? names[row.name] : texts.common.statuses[step.to];
    const command = `shp assessments advance ${assessment.number} ${step.to}`;
    if (!step.allowed) return [notYet(name), `${command} --dry-run  # ${why}`];
    return [name, row?.needs.includes('description') ? `${command} -m TEXT` : command];
  });
}

/** A line for each act, on a narrow terminal two. */
function nextText({ streams }: CommandContext, open: readonly Step[], { next, none }: Standing): string {
  const width = Math.max(0, ...open.map(([name]) => displayWidth(name))) + GAP;
  const room = streams.out.isTTY ? streams.out.columns : Number.POSITIVE_INFINITY;
  const isWide = open.every(([, command]) => INDENT.length + width + displayWidth(command) <= room);
  const lines = open.map(([name, command]) =>
    isWide ? `${INDENT}${pad(name, width, false)}${command}` : `${INDENT}${name}\n${INDENT}${INDENT}${command}`,
  );
  return `\n${next}\n${(lines.length > 0 ? lines : [`${INDENT}${none}`]).join('\n')}\n`;
}
