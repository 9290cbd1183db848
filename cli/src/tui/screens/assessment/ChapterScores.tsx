import type { Assessment } from '@shp/shared/api/objects';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { spread } from '@shp/shared/domain/standard/scoring';
import { chapterItems, type Standard, type StandardItem, wordingIn } from '@shp/shared/domain/standard/standard';
import { Box, Text } from 'ink';
import { type RefObject, useReducer, useState } from 'react';
import type { ScoreState } from '../../../bulk/scores/sheet.ts';
import { wrap } from '../../../lib/wrap.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { LIVE_MS } from '../../useLive.ts';
import { CursorLines } from '../../widgets/CursorLines.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { KEPT_KEYS } from './keptKeys.ts';
import { useRemarking } from './remarking.tsx';
import { ChooseExpert } from './scores/ChooseExpert.tsx';
import { ItemReading } from './scores/ItemReading.tsx';
import { isOpen, isUnscored, itemTable, lacksReason, meanText, scoreText } from './scores/itemTable.ts';
import { ScoreForm } from './scores/ScoreForm.tsx';
import { scoreLines } from './scores/scoreLines.ts';
import { whyNoScores } from './scores/scoreRight.ts';
import { evidenceLines, useItemFiles } from './scores/useItemFiles.tsx';

/** The share of the rows that the current item's text and reasons take at most. */
const DETAIL_SHARE = 0.4;

/** The rows from which on an item's scoring rule stands below the table: those of a terminal of 30. */
const RULE_FROM = 21;

/** The remarks of the last return are corrected, and then checked. */
const WITH_REMARKS: readonly Status[] = ['returned', 'submitted'];

const NO_SCORE: ScoreState = { score: null, missing: false, reason: '' };

type Props = {
  assessment: Assessment;
  chapter: string;
  height: number;
  /** The rows of the frame above the headings. */
  skip: number;
  /** The item under the cursor; below 0: the first one that is not scored. */
  place: RefObject<number>;
  onSaved(): void;
  /** No item of this chapter below the cursor is open: goes to the next chapter that has one; false if there is none. */
  onNextChapter(): boolean;
  onBack(): void;
};

/** One chapter by item: the station's score, each expert's, and their spread; Enter changes the caller's own. */
export function ChapterScores({ assessment, chapter, height, skip, place, onSaved, onNextChapter, onBack }: Props) {
  const { texts, columns, look } = useUi();
  const { scores } = texts.tui;
  const { me, say } = useSession();
  const { id, permissions, status } = assessment;
  const [editing, setEditing] = useState<{ at: number; typed: string; isReading?: true } | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const setPlace = (to: number) => {
    place.current = to;
    redraw();
  };
  /** Whom an administrator scores for. */
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const every = editing === null ? LIVE_MS : undefined;
  const standard = useCall('GET assessment/standard/serial1', { id, s1: chapter });
  const station = useCall('GET assessment/station_scores', { id, s1: chapter }, every);
  const experts = useCall('GET assessment/all_expert_scores', { id, s1: chapter }, every);
  const evidence = useCall('GET file/evidence', { asmId: id, serial1: chapter }, every);
  const itemFiles = useItemFiles(assessment, height);
  const filesOf = (item: StandardItem | undefined) =>
    (evidence.data ?? []).filter(({ serial }) => serial === item?.serial);
  const hasRemarks = WITH_REMARKS.includes(status);
  const events = useCall('GET assessment/events', hasRemarks ? { id } : null, hasRemarks ? every : undefined);
  useKeys({ places: ['view'], handlers: { close: onBack }, names: { close: texts.tui.keys.back } });
  const remarking = useRemarking();
  const noScores = whyNoScores(assessment, me, texts);
  if (standard.data === null || station.data === null || experts.data === null) {
    return <Pending failures={[standard.failure, station.failure, experts.failure]} keeps={KEPT_KEYS.items} />;
  }
  const whole: Standard = { version: '', title: '', full: standard.data.score, sections: [standard.data] };
  const items = chapterItems(standard.data);
  const spreads = spread(
    whole,
    station.data,
    experts.data.map((expert) => expert.items),
  );
  const own = new Map(station.data.map((item) => [item.serial, item]));
  const given = experts.data.map(({ expertId: id, name, items: scored }, index) => ({
    id,
    isMine: id === me.id,
    name: id === me.id ? scores.minePoints : name || scores.expert(index + 1),
    bySerial: new Map(scored.map((item) => [item.serial, item])),
  }));
  const content = (item: (typeof items)[number]) => wordingIn(texts.lang, item.content, item.contentEn);
  const remarks = (events.data?.findLast((event) => event.status === 'returned')?.remarks ?? []).filter(
    ({ serial }) => serial !== undefined,
  );
  const remarksOn = ({ serial }: StandardItem) => remarks.filter((remark) => remark.serial === serial);
  const draftOn = ({ serial }: StandardItem) => remarking.textOn({ part: 'score', serial });
  const table = itemTable(
    {
      items,
      own,
      given,
      spreads,
      content,
      columns: columns - 2,
      remarks: (item) => remarksOn(item).length + (draftOn(item) === undefined ? 0 : 1),
      evidence: (item) => filesOf(item).length,
    },
    texts,
    look,
  );
  const mine = permissions.scoreStation ? own : given.find(({ id }) => id === me.id)?.bySerial;
  const nextOpen = (from: number) => items.findIndex((item, at) => at >= from && isOpen(mine?.get(item.serial), item));
  if (place.current < 0) place.current = Math.max(0, nextOpen(0));
  const goToNext = (at: number) => {
    const below = nextOpen(at + 1);
    if (below < 0 && onNextChapter()) return;
    const next = below < 0 ? nextOpen(0) : below;
    if (next < 0) say(scores.allScored, 'good');
    else setPlace(next);
  };
  const unscored =
    mine === undefined || noScores !== null
      ? 0
      : items.filter((item) => isUnscored(mine.get(item.serial), item)).length;
  const lacking = mine === undefined ? 0 : items.filter((item) => lacksReason(mine.get(item.serial), item)).length;
  const level = `${chapter} ${wordingIn(texts.lang, standard.data.title, standard.data.titleEn)}`;
  const reasonsOf = (serial: string): string[] =>
    [
      { name: scores.own, item: own.get(serial) },
      ...given.map(({ name, bySerial }) => ({ name, item: bySerial.get(serial) })),
    ].flatMap(({ name, item }) => (item?.reason ? [`${name}${texts.common.marks.colon}${item.reason}`] : []));
  const detail = (at: number): string[] => {
    const item = items[at];
    if (!item) return [];
    return [
      '',
      ...wrap(`${item.serial} ${content(item)}`, columns),
      ...(height < RULE_FROM
        ? []
        : wrap(
            `${texts.acts.score.method}${texts.common.marks.colon}${wordingIn(texts.lang, item.method, item.methodEn)}`,
            columns,
          )),
      ...remarkLinesOf(item).flatMap((line) =>
        wrap(line, columns).map((one) =>
          line.startsWith(texts.acts.remarking.draft) ? look.paint('amber', one) : one,
        ),
      ),
      ...reasonsOf(item.serial).flatMap((line) => wrap(line, columns)),
    ];
  };
  const item = editing === null ? undefined : items[editing.at];
  const expertId = permissions.scoreStation ? null : me.role === 'expert' ? me.id : (chosen?.id ?? null);
  const close = () => setEditing(null);
  const step = (by: 1 | -1) => {
    const to = (editing?.at ?? 0) + by;
    if (items[to] === undefined) return;
    setPlace(to);
    setEditing({ at: to, typed: '', isReading: true });
  };
  // A score that is being entered stays when scoring ends meanwhile: saving says why.
  if (item && editing?.isReading && noScores !== null) {
    return (
      <Overlay>
        <ItemReading
          {...{ assessment, item, level, height }}
          scores={[...remarkLinesOf(item), ...scoresOf(item)]}
          onRemark={() => askRemark(item)}
          files={filesOf(item)}
          why={noScores}
          onStep={step}
          onClose={close}
        />
      </Overlay>
    );
  }
  if (item && expertId === null && !permissions.scoreStation) {
    return (
      <Overlay>
        <ChooseExpert id={id} height={height} onChoose={setChosen} onCancel={close} />
      </Overlay>
    );
  }
  if (item) {
    const written =
      expertId === null
        ? own.get(item.serial)
        : experts.data.find((one) => one.expertId === expertId)?.items.find(({ serial }) => serial === item.serial);
    return (
      <Overlay>
        <ScoreForm
          key={item.serial}
          {...{ assessment, item, level, height }}
          others={[...remarkLinesOf(item), ...scoresOf(item), ...evidenceLines(filesOf(item), texts)]}
          stored={stateOf(written)}
          typed={editing?.typed ?? ''}
          owner={{ expertId, name: me.role === 'admin' ? (chosen?.name ?? assessment.station.name) : null }}
          onSaved={(isWhole) => {
            station.reload();
            experts.reload();
            onSaved();
            if (!isWhole) return;
            // The next item is the one that is scored next.
            place.current = Math.min(place.current + 1, items.length - 1);
            close();
          }}
          onClose={close}
        />
      </Overlay>
    );
  }
  // The same for each item, so that the table stays in its place.
  const longest = Math.max(...items.map((_, at) => detail(at).length));
  const detailRows = Math.min(longest, Math.floor(height * DETAIL_SHARE));
  const below = [
    ...(table.legend === '' ? [] : wrap(table.legend, columns)),
    ...(lacking > 0 ? [texts.acts.score.lackReason(lacking)] : []),
  ];
  return (
    <Box flexDirection="column" height={height}>
      <CursorLines
        head={table.head}
        lines={table.lines}
        height={height - below.length}
        places={['items', 'assessment']}
        handlers={{
          openFile: (at) => itemFiles.begin(filesOf(items[at]), 'open'),
          ...remarking.keys((at: number) => {
            const one = items[at];
            if (one) askRemark(one);
          }),
          ...(noScores === null
            ? { score: (at) => setEditing({ at, typed: '' }) }
            : { readItem: (at) => setEditing({ at, typed: '', isReading: true }) }),
          scoreDigit: (at, key) => setEditing({ at, typed: key }),
          ...(mine === undefined ? {} : { nextUnscored: goToNext }),
        }}
        unmet={(at) => ({
          scoreRight: noScores,
          openRight: itemFiles.unmet(filesOf(items[at])),
          ...remarking.unmet,
        })}
        detail={{ rows: detailRows, of: (at) => detail(at).slice(0, detailRows) }}
        kept={place}
        onFrame={{ level, skip, ...(unscored > 0 ? { foot: scores.unscored(unscored) } : {}) }}
      />
      {below.map((line) => (
        <Text key={line} wrap="truncate-end">
          {line}
        </Text>
      ))}
      {itemFiles.dialog}
    </Box>
  );

  function askRemark(item: StandardItem): void {
    remarking.ask({ part: 'score', serial: item.serial }, `${item.serial} ${content(item)}`);
  }

  /** The remarks on an item with their answers, and the one that goes with the next return. */
  function remarkLinesOf(item: StandardItem): string[] {
    const { marks, assessment: words } = texts.common;
    const draft = draftOn(item);
    return [
      ...remarksOn(item).flatMap(({ text, answers = [] }) => [
        `${scores.remark}${marks.colon}${text}`,
        ...answers.map((answer) => `${words.answer}${marks.colon}${answer.text}`),
      ]),
      ...(draft === undefined ? [] : [`${texts.acts.remarking.draft}${marks.colon}${draft}`]),
    ];
  }

  /** Each score of an item that the caller sees, with its reason, and the mean of several experts. */
  function scoresOf(item: StandardItem): string[] {
    const all = [{ name: scores.own, bySerial: own }, ...given].map(({ name, bySerial }) => {
      const score = bySerial.get(item.serial);
      return { name, points: scoreText(score, texts), reason: score?.reason ?? '' };
    });
    const mean = { name: scores.mean, points: meanText(spreads[items.indexOf(item)]), reason: '' };
    return scoreLines(given.length > 1 ? [...all, mean] : all, columns);
  }
}

function stateOf(item: ScoreItem | undefined): ScoreState {
  if (item === undefined) return NO_SCORE;
  const { score, missing, reason } = item;
  return { score, missing, reason };
}
