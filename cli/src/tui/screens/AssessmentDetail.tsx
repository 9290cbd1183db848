import type { AssessmentRow } from '@shp/shared/api/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { PHASE_NAMES, PHASES_DONE } from '@shp/shared/domain/assessment/phases';
import { unansweredOf } from '@shp/shared/domain/assessment/returns';
import { ASSIGNABLE } from '@shp/shared/domain/assessment/statuses';
import { dayOf } from '@shp/shared/domain/lib/days';
import { rateSoFar } from '@shp/shared/domain/standard/scoring';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { Box } from 'ink';
import { useSyncExternalStore } from 'react';
import type { Api } from '../../api/client.ts';
import { displayWidth, pad } from '../../lib/width.ts';
import { wrap } from '../../lib/wrap.ts';
import { statusName } from '../format.ts';
import { type Look, styled, unstyled } from '../look/look.ts';
import { statusHue } from '../look/statusHue.ts';
import { useSession } from '../session.ts';
import { timeInStage } from '../stageTime.ts';
import type { Texts } from '../texts.ts';
import { useUi } from '../ui.ts';
import { useWhenSettled } from '../useWhenSettled.ts';
import { BLOCK_GAP, Blocks, blocksIn } from '../widgets/Blocks.tsx';
import { type Fact, keyValueLines } from '../widgets/keyValueLines.ts';
import { Lines } from '../widgets/Line.tsx';

/** Rows in two columns: the phases, the sums, and the chapters with one long name. */
export const DETAIL_ROWS = 11;

/** A terminal's rows from which on the phases have a line and a long name may have two. */
const ROOMY_FROM = 38;

/** Columns of a chapter's bar, and of all after its name. */
const BAR = 10;
const [OWN, EXPERTS] = [6, 8];
const FIGURES = BAR + 2 + OWN + EXPERTS;

export const COUNT_GAP = '   ';

/** One assessment beside or below the list: where it stands, its scores by chapter, and what there is to read. */
export function AssessmentDetail({ row }: { row: AssessmentRow }) {
  const { texts, columns, rows, look } = useUi();
  const blocks = blocksIn(columns);
  const { beside } = blocks;
  const { remarks } = useSession();
  useSyncExternalStore(remarks.subscribe, remarks.snapshot);
  const unsent = remarks.of(row.id).length;
  const more = useWhenSettled(row.id, row.version, loadMore);
  const { common, views, acts } = texts;
  const time = timeInStage(row, more?.stageDays, texts);
  const facts: Fact[] = [
    [common.assessment.division, divisionPath(row.station.division)],
    // A station does not see who reviews it.
    ...(row.experts.length === 0 && !ASSIGNABLE.includes(row.status)
      ? []
      : [
          [
            common.assessment.experts,
            row.experts.map(({ name }) => name).join(common.marks.list) || '—',
            true,
          ] as const,
        ]),
    [common.assessment.submittedAt, row.submittedAt === null ? '—' : dayOf(row.submittedAt)],
    ...(row.validUntil === null ? [] : [[common.assessment.validUntil, row.validUntil] as const]),
  ];
  const where = [
    [
      `${row.number}   ${common.levels[row.level]}`,
      ...(unsent > 0 ? [look.paint('amber', acts.remarking.waiting(unsent))] : []),
    ].join('   '),
    `${look.mark(statusHue(row.status))} ${statusName(row.status, texts)}   ${time.isOver ? look.paint('red', time.text) : time.text}`,
  ];
  // Where the names of the chapters need it, they have what the facts leave.
  const names = (more?.chapters ?? []).map((chapter) => displayWidth(chapterName(chapter, texts)));
  const left = columns - BLOCK_GAP - Math.max(0, ...names) - FIGURES;
  const counts = more ? views.detail.counts(more.remarks, more.files, more.evidence) : [];
  const needed = [...where.map(unstyled), ...keyValueLines(facts, columns), counts.join(COUNT_GAP)].map(displayWidth);
  const isRoomy = rows >= ROOMY_FROM;
  const widest = isRoomy ? Math.max(left, ...needed) : blocks.first;
  const first = beside ? Math.min(blocks.first, widest) : columns;
  const second = beside ? columns - BLOCK_GAP - first : columns;
  const phases = phaseLine(row, texts, look, beside && !isRoomy ? first : columns);
  const lines = keyValueLines(facts, first);
  const scores = scoreLines(row, more, { texts, look, columns: second, isCut: beside && !isRoomy });
  const counted = packed(counts, first);
  return beside ? (
    <Box flexDirection="column">
      {isRoomy && <Lines lines={[phases]} />}
      <Blocks
        width={first}
        first={[...where, ...(isRoomy ? [] : [phases]), '', ...lines, ...counted]}
        second={scores}
      />
    </Box>
  ) : (
    <Lines lines={[...where, '', phases, '', ...lines, '', ...scores, ...(more ? ['', ...counted] : [])]} />
  );
}

/** Counts side by side, in as few lines as the width needs. */
function packed(counts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const count of counts) {
    const longer = `${lines.at(-1) ?? ''}${COUNT_GAP}${count}`;
    if (lines.length > 0 && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(count);
  }
  return lines;
}

type More = Awaited<ReturnType<typeof loadMore>>;

/** What a row of the list does not have. */
export async function loadMore(api: Api, id: string, signal: AbortSignal) {
  const options = { signal, revalidate: true };
  const [own, result, titles, files, events, { stageDays }] = await Promise.all([
    api.call('GET assessment/sum_station_score', { id }, options),
    api.call('GET assessment/result', { id }, options),
    api.call('GET assessment/standard/serial1/titles', { id }, options),
    api.call('GET file/list', { id }, options),
    api.call('GET assessment/events', { id }, options),
    api.call('GET system/settings', {}, options),
  ]);
  const returned = events.findLast(({ status }) => status === 'returned');
  return {
    /** The last return: its reason, and its remarks without an answer. */
    returned: {
      reason: returned?.description ?? '',
      toAnswer: unansweredOf(returned?.remarks ?? []),
      remarks: returned?.remarks ?? [],
    },
    chapters: own.sections.map((section, index) => ({
      serial: section.serial,
      title: section.title,
      titleEn: titles.find((one) => one.serial === section.serial)?.titleEn,
      own: rateSoFar(section),
      experts: result && section.scored > 0 ? (result.sections[index]?.rate ?? null) : null,
    })),
    evidence: titles.reduce((sum, one) => sum + one.evidence, 0),
    files: files.length,
    remarks: events.findLast(({ remarks }) => remarks.length > 0)?.remarks.length ?? 0,
    stageDays,
  };
}

/** The phases with what is done of them; where not all names have room, the present one and its number. */
export function phaseLine({ status }: AssessmentRow, { views }: Texts, look: Look, columns: number): string {
  const done = PHASES_DONE[status] ?? 0;
  const whole = PHASE_NAMES.map((phase, index) => {
    const name = views.detail.phases[phase];
    const rule = index === 0 ? '' : ` ${index <= done ? look.paint('green', '━━') : look.paint('frame', '──')} `;
    if (index < done) return rule + look.paint('green', name);
    return rule + (index === done ? look.paint('brand', styled('bold', name)) : look.mute(name));
  }).join('');
  if (displayWidth(unstyled(whole)) <= columns) return whole;
  const rules = PHASE_NAMES.map((_, index) => (index < done ? look.paint('green', '━━') : look.paint('frame', '──')));
  const now = Math.min(done, PHASE_NAMES.length - 1);
  const name = views.detail.phases[PHASE_NAMES[now] ?? 'conclusion'];
  return `${rules.join(' ')}  ${now + 1}/${PHASE_NAMES.length} ${look.paint('brand', styled('bold', name))}`;
}

function chapterName({ serial, title, titleEn }: More['chapters'][number], { lang }: Texts): string {
  return `${serial} ${wordingIn(lang, title, titleEn)}`;
}

/** `isCut`: a name without room is cut, where no further line has room. */
type Room = { texts: Texts; look: Look; columns: number; isCut?: boolean };

/** The sums, then one bar a chapter; the experts' rates beside the station's, if there are any. */
export function scoreLines(
  row: AssessmentRow,
  more: More | null,
  { texts, look, columns, isCut = false }: Room,
): string[] {
  const { selfScore, expertScore } = texts.views.detail;
  const sum = [
    ...(row.stationScore === null ? [] : [`${selfScore} ${row.stationScore.toFixed(1)}`]),
    ...(row.expertScore === null ? [] : [`${expertScore} ${row.expertScore.toFixed(1)}`]),
  ].join('   ');
  const head = sum === '' ? [] : [styled('bold', sum)];
  const chapters = (more?.chapters ?? []).filter(({ own, experts }) => own !== null || experts !== null);
  if (chapters.length === 0) return head;
  const both = chapters.some(({ experts }) => experts !== null);
  const figure = (rate: number | null, width: number) => pad(rate === null ? '—' : rate.toFixed(1), width, true);
  const names = chapters.map((chapter) => chapterName(chapter, texts));
  const room = columns - BAR - 2 - OWN - (both ? EXPERTS : 0);
  const [sums = ''] = head;
  // The experts' bars stand beside their figures, behind the station's: its figures stand below the sums then.
  const width = Math.min(room, Math.max(...names.map(displayWidth), both ? displayWidth(unstyled(sums)) : 0));
  const headings = both
    ? `${pad(selfScore, OWN, true)}${' '.repeat(2 + BAR)}${pad(expertScore, EXPERTS, true)}`
    : pad(selfScore, OWN, true);
  const before = both ? width : width + 2 + BAR;
  return [
    `${sums}${' '.repeat(Math.max(1, before - displayWidth(unstyled(sums))))}${look.mute(headings)}`,
    ...chapters.flatMap(({ own, experts }, index) => {
      const rate = experts ?? own ?? 0;
      const full = Math.round((rate / 100) * BAR);
      const bar = look.paint('brand', '▰'.repeat(full)) + look.paint('frame', '▱'.repeat(BAR - full));
      // A name without room goes on in the next line.
      const name = names[index] ?? '';
      const [start = '', ...more] = isCut ? [name] : wrap(name, width);
      return [
        `${pad(start, width, false)}${both ? `${figure(own, OWN)}  ${bar}${figure(experts, EXPERTS)}` : `  ${bar}${figure(own, OWN)}`}`,
        ...more.flatMap((line) => wrap(line, width - 2)).map((line) => `  ${line}`),
      ];
    }),
  ];
}
