import { rateSoFar, type ScoreSum } from '@shp/shared/domain/standard/scoring';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { Box } from 'ink';
import { useEffect, useState } from 'react';
import { displayWidth } from '../../../lib/width.ts';
import { wrap } from '../../../lib/wrap.ts';
import { styled } from '../../look/look.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { type Called, useCall } from '../../useCall.ts';
import { LIVE_MS } from '../../useLive.ts';
import { CursorLines } from '../../widgets/CursorLines.tsx';
import { Floating, QUESTION_COLUMNS } from '../../widgets/Floats.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { tableLines } from '../../widgets/tableLines.ts';
import { ChapterScores } from './ChapterScores.tsx';
import { KEPT_KEYS } from './keptKeys.ts';
import type { PartProps } from './LinesPart.tsx';
import { formatPoints } from './points.ts';
import { ScoreExport } from './scores/ScoreExport.tsx';
import { sumText } from './scores/sumText.ts';

/** Blanks between the columns of a table. */
const GAP = 2;
/** The rank of a column that is always shown: whose rate it is matters more than the end of a long name. */
const ALWAYS = 1;

/** Scores by chapter: the station's, an expert's own, and the experts' mean if the caller may see it. */
export function ScoresPart(props: PartProps) {
  const { me } = useSession();
  return me.role === 'expert' ? <WithOwnScores {...props} expertId={me.id} /> : <Chapters {...props} mine={null} />;
}

function WithOwnScores({ expertId, ...props }: PartProps & { expertId: string }) {
  const mine = useCall('GET assessment/sum_expert_score', { id: props.assessment.id, expertId }, LIVE_MS);
  return <Chapters {...props} mine={mine} />;
}

function Chapters({
  assessment,
  height,
  skip,
  scoresAt,
  mine,
}: PartProps & { mine: Called<'GET assessment/sum_expert_score'> | null }) {
  const { texts, columns } = useUi();
  const { tui, common } = texts;
  const { say } = useSession();
  const { id } = assessment;
  const own = useCall('GET assessment/sum_station_score', { id }, LIVE_MS);
  const result = useCall('GET assessment/result', { id }, LIVE_MS);
  const titles = useCall('GET assessment/standard/serial1/titles', { id });
  const [chapter, setChapter] = useState<string | null>(scoresAt.current.chapter);
  const [exporting, setExporting] = useState(false);
  const [places] = useState(() => ({
    /** Below 0: the first chapter that is not finished. */
    chapter: { current: scoresAt.current.row ?? -1 },
    item: { current: scoresAt.current.item },
  }));
  useEffect(
    () => () => {
      scoresAt.current = { ...scoresAt.current, row: places.chapter.current, item: places.item.current };
    },
    [scoresAt, places],
  );
  const go = (to: string | null, item = 0) => {
    scoresAt.current.chapter = to;
    places.item.current = item;
    setChapter(to);
  };
  const mayScore = assessment.permissions.scoreStation || assessment.permissions.scoreExpert;
  const sum = mine?.data ?? own.data;
  const isUnfinished = ({ scored, items }: ScoreSum['sections'][number]) => mayScore && scored < items;
  /** Opens the first unfinished one of all chapters from this one on, at its first open item; false if there is none. */
  const goToUnfinished = (from: number, all: readonly ScoreSum['sections'][number][]): boolean => {
    const next = [...all.slice(from), ...all.slice(0, from)].find(isUnfinished);
    if (next === undefined) return false;
    places.chapter.current = all.indexOf(next);
    go(next.serial, -1);
    return true;
  };
  const goPastChapter = () => {
    const all = sum?.sections ?? [];
    const here = all.findIndex(({ serial }) => serial === chapter);
    const others = all.map((one, at) => (at === here ? { ...one, scored: one.items } : one));
    return goToUnfinished(here + 1, others);
  };
  if (chapter !== null) {
    return (
      <Overlay>
        <ChapterScores
          key={chapter}
          {...{ assessment, chapter, height, skip }}
          place={places.item}
          onSaved={() => {
            own.reload();
            mine?.reload();
          }}
          onNextChapter={goPastChapter}
          onBack={() => go(null)}
        />
      </Overlay>
    );
  }
  // The cursor begins on the first unfinished chapter, which the caller's own sum decides.
  const isComing = mine !== null && !mine.isLoaded && mine.failure === null;
  if (own.data === null || titles.data === null || isComing)
    return <Pending failures={[own.failure, titles.failure]} keeps={KEPT_KEYS.scores} />;
  const experts = result.data;
  if (places.chapter.current < 0) places.chapter.current = Math.max(0, sum?.sections.findIndex(isUnfinished) ?? 0);
  const scored = mine?.data ?? null;
  const { scores } = tui;
  const names = own.data.sections.map(({ serial, title }) => titleOf(serial, title));
  const sections = own.data.sections;
  const shares = (sum: ScoreSum | null) =>
    sections.map((_, index) => {
      const one = sum?.sections[index];
      return one === undefined ? '-' : percent(rateSoFar(one));
    });
  const counts = (sum: ScoreSum | null) =>
    sections.map(({ items }, index) => {
      const done = sum?.sections[index]?.scored ?? 0;
      return `${done === items ? '✓ ' : ''}${done}/${items}`;
    });
  // In the order of the table; the lowest ranks stay where not all have room.
  const figures: readonly Figure[] = [
    { head: scores.full, cells: sections.map(({ full }) => formatPoints(full)), rank: 2 },
    { head: scores.missing, cells: sections.map(({ missing }) => formatPoints(missing)), rank: 4 },
    { head: scores.ownGot, cells: sections.map(({ got }) => formatPoints(got)), rank: 3 },
    { head: scores.ownRate, cells: shares(own.data), rank: ALWAYS },
    { head: scores.ownScored, cells: counts(own.data), rank: assessment.permissions.scoreStation ? ALWAYS : 5 },
    ...(scored === null
      ? []
      : [
          { head: scores.mine, cells: counts(scored), rank: ALWAYS },
          { head: scores.myRate, cells: shares(scored), rank: ALWAYS },
        ]),
    ...(experts
      ? [{ head: scores.expertsRate, cells: experts.sections.map(({ rate }) => percent(rate)), rank: ALWAYS }]
      : []),
  ];
  const serials = { head: scores.serial, cells: sections.map(({ serial }) => serial) };
  const title = { head: scores.chapter, cells: names };
  const room = columns - 2;
  const shown = fittingFigures(figures, room - tableWidth([serials, title]));
  const table = [serials, title, ...shown];
  const [head = '', ...lines] = tableLines(
    table.map((one) => one.head),
    sections.map((_, index) => table.map(({ cells }) => cells[index] ?? '')),
    room,
    table.map((_, index) => index).slice(2),
  );
  // What has no room in the table stands below it for the chapter under the cursor.
  const left = figures.filter((figure) => !shown.includes(figure));
  const sums = [
    sumText(common.assessment.stationScore, own.data, assessment, texts),
    ...(scored ? [sumText(texts.acts.scoreSheet.myScore, scored, assessment, texts)] : []),
    ...(experts ? [sumText(common.assessment.expertScore, experts, assessment, texts)] : []),
  ];
  const detail = (at: number): string[] => [
    ...(left.length === 0
      ? []
      : [
          '',
          ...wrap(`${serials.cells[at] ?? ''} ${names[at] ?? ''}`, columns).slice(0, 1),
          left.map(({ head: label, cells }) => `${label} ${cells[at] ?? ''}`).join('   '),
        ]),
    '',
    ...sums.flatMap((line) => wrap(line, columns)).map((line) => styled('bold', line)),
  ];
  return (
    <Box flexDirection="column" height={height}>
      <CursorLines
        head={head}
        lines={lines}
        height={height}
        places={['assessment', 'items']}
        handlers={{
          ...(mayScore && (mine !== null || assessment.permissions.scoreStation)
            ? { nextUnscored: (at: number) => goToNext(at) }
            : {}),
          openPart: (at) => go(sections[at]?.serial ?? null),
          download: () => setExporting(true),
        }}
        names={{ download: texts.acts.scoreSheet.short }}
        kept={places.chapter}
        detail={{ rows: detail(0).length, of: detail }}
      />
      {exporting && (
        <Overlay>
          <Floating width={QUESTION_COLUMNS}>
            <ScoreExport assessment={assessment} onClose={() => setExporting(false)} />
          </Floating>
        </Overlay>
      )}
    </Box>
  );

  /** From the chapter under the cursor on. */
  function goToNext(at: number): void {
    if (!goToUnfinished(at, sum?.sections ?? [])) say(scores.allScored, 'good');
  }

  function titleOf(serial: string, title: string): string {
    return wordingIn(texts.lang, title, titles.data?.find((one) => one.serial === serial)?.titleEn);
  }

  function percent(value: number | null): string {
    return value === null ? '-' : common.marks.percent(value.toFixed(1));
  }
}

type Figure = { readonly head: string; readonly cells: readonly string[]; readonly rank: number };

function tableWidth(columns: readonly Pick<Figure, 'head' | 'cells'>[]): number {
  return columns.reduce((sum, { head, cells }) => sum + Math.max(...[head, ...cells].map(displayWidth)) + GAP, -GAP);
}

/** The columns that have room beside the names; those of the lowest ranks first. */
function fittingFigures(figures: readonly Figure[], room: number): readonly Figure[] {
  let left = room;
  const taken = new Set<Figure>();
  for (const figure of figures.toSorted((a, b) => a.rank - b.rank)) {
    left -= tableWidth([figure]) + GAP;
    if (left < 0 && figure.rank > ALWAYS) break;
    taken.add(figure);
  }
  return figures.filter((figure) => taken.has(figure));
}
