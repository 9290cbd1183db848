import { verdictOf } from '@shp/shared/domain/assessment/verdict';
import type { ScoreSum } from '@shp/shared/domain/standard/scoring';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { verdictText } from '@shp/shared/text/verdict';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { LIVE_MS } from '../../useLive.ts';
import { CursorLines } from '../../widgets/CursorLines.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { PROMPT_ROWS } from '../../widgets/Prompt.tsx';
import { tableLines } from '../../widgets/tableLines.ts';
import { ChapterScores, formatPoints } from './ChapterScores.tsx';
import type { PartProps } from './LinesPart.tsx';
import { ScoreExport } from './scores/ScoreExport.tsx';

/** Columns from which on an expert's rates have room beside the chapters. */
const ROOMY = 96;

/** Scores by chapter: the station's, an expert's own, and the experts' mean if the caller may see it. */
export function ScoresPart(props: PartProps) {
  const { me } = useSession();
  return me.role === 'expert' ? <WithOwnScores {...props} expertId={me.id} /> : <Chapters {...props} mine={null} />;
}

function WithOwnScores({ expertId, ...props }: PartProps & { expertId: string }) {
  const mine = useCall('GET assessment/sum_expert_score', { id: props.assessment.id, expertId }, LIVE_MS);
  return <Chapters {...props} mine={mine.data} />;
}

function Chapters({ assessment, height, mine }: PartProps & { mine: ScoreSum | null }) {
  const { texts, columns } = useUi();
  const { tui, common } = texts;
  const { id } = assessment;
  const own = useCall('GET assessment/sum_station_score', { id }, LIVE_MS);
  const result = useCall('GET assessment/result', { id }, LIVE_MS);
  const titles = useCall('GET assessment/standard/serial1/titles', { id });
  const [chapter, setChapter] = useState<string | null>(null);
  const [exporting, setExporting] = useState(false);
  if (chapter !== null) {
    return (
      <Overlay>
        <ChapterScores id={id} chapter={chapter} height={height} onBack={() => setChapter(null)} />
      </Overlay>
    );
  }
  if (own.data === null || titles.data === null) return <Pending failures={[own.failure, titles.failure]} />;
  const experts = result.data;
  // On a narrow terminal the names of the chapters need the room; the sum below has the rate.
  const roomy = columns >= ROOMY;
  const { scores } = tui;
  const rows = own.data.sections.map((section, index) => [
    section.serial,
    titleOf(section.serial, section.title),
    formatPoints(section.full),
    formatPoints(section.missing),
    formatPoints(section.got),
    percent(section.rate),
    `${section.scored}/${section.items}`,
    ...(mine ? [`${mine.sections[index]?.scored ?? 0}/${section.items}`] : []),
    ...(mine && roomy ? [percent(mine.sections[index]?.rate ?? null)] : []),
    ...(experts ? [percent(experts.sections[index]?.rate ?? null)] : []),
  ]);
  const heads = [
    scores.serial,
    scores.chapter,
    scores.full,
    scores.missing,
    scores.got,
    scores.rate,
    scores.scored,
    ...(mine ? [texts.acts.scoreSheet.mine] : []),
    ...(mine && roomy ? [texts.acts.scoreSheet.myRate] : []),
    ...(experts ? [scores.experts] : []),
  ];
  const [head = '', ...lines] = tableLines(heads, rows, columns - 2, heads.map((_, index) => index).slice(2));
  const sums = [
    sumText(common.assessment.stationScore, own.data),
    ...(mine ? [sumText(texts.acts.scoreSheet.myScore, mine)] : []),
    ...(experts ? [sumText(common.assessment.expertScore, experts)] : []),
  ];
  return (
    <Box flexDirection="column" height={height}>
      <CursorLines
        head={head}
        lines={lines}
        height={height - sums.length - (exporting ? PROMPT_ROWS : 0)}
        places={['assessment']}
        handlers={{
          openPart: (at) => setChapter(own.data?.sections[at]?.serial ?? null),
          download: () => setExporting(true),
        }}
      />
      {sums.map((line) => (
        <Text key={line} bold wrap="truncate-end">
          {line}
        </Text>
      ))}
      {exporting && (
        <Overlay>
          <ScoreExport assessment={assessment} onClose={() => setExporting(false)} />
        </Overlay>
      )}
    </Box>
  );

  function titleOf(serial: string, title: string): string {
    return wordingIn(texts.lang, title, titles.data?.find((one) => one.serial === serial)?.titleEn);
  }

  function percent(value: number | null): string {
    return value === null ? '-' : common.marks.percent(value.toFixed(1));
  }

  function sumText(
    label: string,
    sum: Pick<ScoreSum, 'got' | 'full' | 'missing' | 'score100' | 'complete' | 'qualifies' | 'sections'>,
  ) {
    const verdict = verdictOf(sum, assessment.level, assessment.rules.thresholds);
    const figures = tui.scores.sum(label, formatPoints(sum.got), formatPoints(sum.full - sum.missing));
    const total = verdict.kind === 'open' ? '' : `  ${sum.score100.toFixed(1)}`;
    return `${figures}${total}  ${verdictText(verdict, { common, rules: texts.rules })}`;
  }
}
