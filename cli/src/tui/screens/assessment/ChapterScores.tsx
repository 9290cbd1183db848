import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { spread } from '@shp/shared/domain/standard/scoring';
import { chapterItems, type Standard, wordingIn } from '@shp/shared/domain/standard/standard';
import { useKeys } from '../../keys/useKeys.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { CursorLines } from '../../widgets/CursorLines.tsx';
import { wrap } from '../../widgets/keyValueLines.ts';
import { Pending } from '../../widgets/Pending.tsx';
import { tableLines } from '../../widgets/tableLines.ts';

/** Rows for the current item's text and reasons. */
const DETAIL_ROWS = 6;

/** Serial and text come before the figures. */
const FIRST_FIGURE = 2;

type Props = { id: string; chapter: string; height: number; onBack(): void };

/** One chapter by item: the station's score, each expert's, and their spread. */
export function ChapterScores({ id, chapter, height, onBack }: Props) {
  const { texts, columns } = useUi();
  const { scores } = texts.tui;
  const standard = useCall('GET assessment/standard/serial1', { id, s1: chapter });
  const station = useCall('GET assessment/station_scores', { id, s1: chapter });
  const experts = useCall('GET assessment/all_expert_scores', { id, s1: chapter });
  useKeys({ places: ['view'], handlers: { close: onBack } });
  if (standard.data === null || station.data === null || experts.data === null) {
    return <Pending failures={[standard.failure, station.failure, experts.failure]} />;
  }
  const whole: Standard = { version: '', title: '', full: standard.data.score, sections: [standard.data] };
  const items = chapterItems(standard.data);
  const spreads = spread(
    whole,
    station.data,
    experts.data.map((expert) => expert.items),
  );
  const own = new Map(station.data.map((item) => [item.serial, item]));
  const given = experts.data.map(({ name, items: scored }, index) => ({
    name: name || scores.expert(index + 1),
    bySerial: new Map(scored.map((item) => [item.serial, item])),
  }));
  const content = (item: (typeof items)[number]) => wordingIn(texts.lang, item.content, item.contentEn);
  const rows = items.map((item, index) => [
    item.serial,
    content(item),
    formatPoints(item.score),
    scoreText(own.get(item.serial)),
    ...(given.length > 1 ? [rangeText(spreads[index])] : []),
    ...given.map(({ bySerial }) => scoreText(bySerial.get(item.serial))),
  ]);
  const heads = [
    scores.serial,
    scores.item,
    scores.full,
    scores.own,
    ...(given.length > 1 ? [scores.spread] : []),
    ...given.map(({ name }) => name),
  ];
  const figures = heads
    .map((_, place) => place)
    .filter((place) => place >= FIRST_FIGURE && heads[place] !== scores.spread);
  const [head = '', ...lines] = tableLines(heads, rows, columns - 2, figures);
  const detail = (at: number): string[] => {
    const item = items[at];
    if (!item) return [];
    const reasons = [
      { name: scores.own, item: own.get(item.serial) },
      ...given.map(({ name, bySerial }) => ({ name, item: bySerial.get(item.serial) })),
    ].flatMap(({ name, item: scored }) =>
      scored?.reason ? [`${name}${texts.common.marks.colon}${scored.reason}`] : [],
    );
    return [
      '',
      ...wrap(`${item.serial} ${content(item)}`, columns),
      ...reasons.flatMap((line) => wrap(line, columns)),
    ].slice(0, DETAIL_ROWS);
  };
  return <CursorLines head={head} lines={lines} height={height} tellsMore detail={{ rows: DETAIL_ROWS, of: detail }} />;

  function scoreText(item: ScoreItem | undefined): string {
    if (!item) return '-';
    return item.missing ? scores.missingMark : formatPoints(item.score) || '-';
  }

  function rangeText(one: (typeof spreads)[number] | undefined): string {
    if (!one || one.lowest === null) return '-';
    return `${formatPoints(one.lowest)}-${formatPoints(one.highest)} (${formatPoints(one.mean)})`;
  }
}

/** Points with at most one decimal. */
export function formatPoints(value: number | null): string {
  return value === null ? '' : String(Math.round(value * 10) / 10);
}
