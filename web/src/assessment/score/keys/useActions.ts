import type { FileItem } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { checkScoreItem, itemState, type ScoreItem, sameScore } from '@shp/shared/domain/standard/scoreItems';
import { chapterItems, chapterOf, compareSerials, type StandardItem } from '@shp/shared/domain/standard/standard';
import { reasonText } from '@shp/shared/text/reasons';
import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../core/i18n/texts.ts';
import { useToast } from '../../../core/useToast.ts';
import { inOrder } from '../../../files/FilesAt.tsx';
import { opensInPlace } from '../../../files/fileUrl.ts';
import type { Pane } from '../../../files/usePane.ts';
import { NOT_SCORED, type ScoreState, scoreState } from '../../../outbox/senders.ts';
import { hashOf } from '../../anchors.ts';
import type { LoadedChapter } from '../useChapters.ts';
import { type Action, actionOf } from './actions.ts';
import type { Phrases } from './phrases.ts';
import { withPhrase } from './withPhrase.ts';

/** The scores that the actions work on. */
export type Scores = {
  readonly loaded: ReadonlyMap<string, LoadedChapter>;
  /** The open chapter. */
  readonly open: string;
  /** The station's scores, to take over; none on its own page. */
  readonly station: ReadonlyMap<string, ScoreItem>;
  readonly read: (serial: string) => ScoreState | undefined;
  readonly change: (serial: string, state: ScoreState) => void;
};

type Around = {
  panel: RefObject<HTMLElement | null>;
  state: Scores;
  evidence: ReadonlyMap<string, readonly FileItem[]>;
  editable: boolean;
  phrases: Phrases;
  pane: Pane;
  onPhrases: (serial: string) => void;
};

/** The station's score, with the expert's reason if there is one. */
export function copiedScore(own: ScoreState | undefined, station: ScoreItem): ScoreState {
  return { ...scoreState(station), reason: own && !isAbsent(own.reason) ? own.reason : station.reason };
}

/** The actions on an item, by key or button. */
export function useActions(around: Around) {
  const { panel, state, onPhrases } = around;
  const { common } = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const items = useMemo(
    () => new Map([...state.loaded.values()].flatMap(({ chapter }) => chapterItems(chapter).map(named))),
    [state.loaded],
  );
  // Keep the callbacks stable while the user types, so that other items do not render.
  const latest = useRef(around);
  useLayoutEffect(() => {
    latest.current = around;
  });

  const find = (kind: 'score' | 'reason', serial: string) =>
    panel.current?.querySelector<HTMLElement>(`[data-${kind}="${serial}"]`);
  const itemOf = (serial: string) => {
    const own = state.read(serial);
    return own && { serial, ...own };
  };
  const focusReason = (serial: string) => find('reason', serial)?.focus();

  const take = useCallback((serial: string) => {
    const { editable, state: now } = latest.current;
    const station = now.station.get(serial);
    const own = now.read(serial);
    if (!editable || !station || sameScore(copiedScore(own, station), own)) return;
    now.change(serial, copiedScore(own, station));
  }, []);

  function edit(serial: string, make: (own: ScoreState, item: StandardItem) => ScoreState) {
    const item = items.get(serial);
    if (!item || !around.editable) return;
    const next = make(state.read(serial) ?? NOT_SCORED, item);
    const wrong = checkScoreItem({ serial, ...next }, item);
    if (wrong) toast.failed(reasonText(wrong, common));
    else state.change(serial, next);
  }

  function insert(serial: string, phrase: string | undefined) {
    if (phrase === undefined || !find('reason', serial)) return;
    edit(serial, (own) => ({ ...own, reason: withPhrase(own.reason, phrase) }));
    focusReason(serial);
  }

  /** Each press shows the item's next file; after the last it closes the file. */
  function turnEvidence(serial: string) {
    const files = inOrder(around.evidence.get(serial) ?? []).filter(opensInPlace);
    const { shown, show, close } = around.pane;
    const next = files[files.findIndex(({ id }) => id === shown?.shown.id) + 1];
    if (next) show({ files, shown: next });
    else if (shown) close();
  }

  function goToOpen(serial: string | undefined) {
    const open = [...items.values()]
      .filter((item) => itemState(itemOf(item.serial), item) !== 'scored')
      .map((item) => item.serial)
      .toSorted(compareSerials);
    const next = open.find((one) => serial !== undefined && compareSerials(one, serial) > 0) ?? open[0];
    if (next === undefined) return;
    // A filter may hide it.
    const field = chapterOf(next) === state.open ? find('score', next) : null;
    if (field) field.focus();
    else navigate({ hash: hashOf({ part: 'score', serial: next }) }, { replace: true });
  }

  const make: Record<Action, (serial: string) => void> = {
    next: goToOpen,
    station: take,
    full: (serial) => edit(serial, (own, { score }) => ({ ...own, score, missing: false })),
    missing: (serial) =>
      edit(serial, (own, { mayBeMissing }) => (mayBeMissing ? { ...own, score: null, missing: !own.missing } : own)),
    evidence: turnEvidence,
    phrases: (serial) => find('reason', serial) && onPhrases(serial),
  };

  function press(event: KeyboardEvent<HTMLElement>) {
    const action = actionOf(event.nativeEvent);
    const serial = (event.target as HTMLElement).closest<HTMLElement>('[data-item]')?.dataset.item;
    if (action === null) return;
    event.preventDefault();
    if (action === 'next') goToOpen(serial);
    else if (serial === undefined) return;
    else if (typeof action === 'number') insert(serial, around.phrases.all[action - 1]);
    else make[action](serial);
  }

  return { take, insert, focusReason, press };
}

const named = (item: StandardItem): [string, StandardItem] => [item.serial, item];
