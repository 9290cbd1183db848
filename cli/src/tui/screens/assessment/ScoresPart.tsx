import { verdictOf } from '@shp/shared/domain/assessment/verdict';
import type { ScoreSum } from '@shp/shared/domain/standard/scoring';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { verdictText } from '@shp/shared/text/verdict';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { LIVE_MS } from '../../useLive.ts';
import { CursorLines } from '../../widgets/CursorLines.tsx';
import { Above } from '../../widgets/Panel.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { tableLines } from '../../widgets/tableLines.ts';
import { ChapterScores, points } from './ChapterScores.tsx';
import type { PartProps } from './LinesPart.tsx';

/** Scores by chapter: the station's, and the experts' mean if the caller may see it. */
export function ScoresPart({ assessment, height }: PartProps) {
  const { texts, columns } = useUi();
  const { tui, common } = texts;
  const { id } = assessment;
  const own = useCall('GET assessment/sum_station_score', { id }, LIVE_MS);
  const result = useCall('GET assessment/result', { id }, LIVE_MS);
  const titles = useCall('GET assessment/standard/serial1/titles', { id });
  const [chapter, setChapter] = useState<string | null>(null);
  if (chapter !== null) {
    return (
      <Above>
        <ChapterScores id={id} chapter={chapter} height={height} onBack={() => setChapter(null)} />
      </Above>
    );
  }
  if (own.data === null || titles.data === null) return <Pending failures={[own.failure, titles.failure]} />;
  const experts = result.data;
  const { scores } = tui;
  const rows = own.data.sections.map((section, place) => [
    section.serial,
    titleOf(section.serial, section.title),
    points(section.full),
    points(section.missing),
    points(section.got),
    percent(section.rate),
    `${section.scored}/${section.items}`,
    percent(experts?.sections[place]?.rate ?? null),
  ]);
  const heads = [
    scores.serial,
    scores.chapter,
    scores.full,
    scores.missing,
    scores.got,
    scores.rate,
    scores.scored,
    ...(experts ? [scores.experts] : []),
  ];
  const [head = '', ...lines] = tableLines(
    heads,
    rows.map((row) => row.slice(0, heads.length)),
    columns - 2,
    [2, 3, 4, 5, 6, 7],
  );
  const sums = [
    sumText(common.assessment.stationScore, own.data),
    ...(experts ? [sumText(common.assessment.expertScore, experts)] : []),
  ];
  return (
    <Box flexDirection="column" height={height}>
      <CursorLines
        head={head}
        lines={lines}
        height={height - sums.length}
        places={['assessment']}
        handlers={{ openPart: (at) => setChapter(own.data?.sections[at]?.serial ?? null) }}
      />
      {sums.map((line) => (
        <Text key={line} bold wrap="truncate-end">
          {line}
        </Text>
      ))}
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
    const figures = tui.scores.sum(label, points(sum.got), points(sum.full - sum.missing));
    const total = verdict.kind === 'open' ? '' : `  ${sum.score100.toFixed(1)}`;
    return `${figures}${total}  ${verdictText(verdict, { common, rules: texts.rules })}`;
  }
}
