import Box from '@mui/material/Box';
import type { FileItem } from '@shp/shared/api/objects';
import type { Serial1, StandardItem } from '@shp/shared/domain/standard/standard';
import { type ReactNode, Suspense, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';
import { FilePane, type ShownFile } from '../../files/FilePane.tsx';
import { ShownFileContext } from '../../files/shownFile.ts';
import { usePane } from '../../files/usePane.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { ChapterItems } from './ChapterItems.tsx';
import { PhraseMenu } from './keys/PhraseMenu.tsx';
import { usePhrases } from './keys/phrases.ts';
import { type Scores, useActions } from './keys/useActions.ts';
import { useAllItems, useFirstItem, useOpenLinkedChapter } from './openChapter.ts';
import type { useChapters } from './useChapters.ts';

const EmptyReason = lazyExtra(() => import('./keys/EmptyReason.tsx'));

export const CHAPTER_PANEL = 'chapter-panel';

type Options = {
  scores: Scores;
  /** All chapters, and those among them that keys move through. */
  serials: readonly string[];
  shown?: readonly string[];
  choose: (serial: string) => void;
  evidence: ReadonlyMap<string, readonly FileItem[]>;
  editable: boolean;
};

/** Keys, phrases and the open evidence of the panel of a chapter. */
export function useChapterPanel({ scores, serials, shown = serials, choose, evidence, editable }: Options) {
  const { loaded, open, read } = scores;
  const ref = useRef<HTMLDivElement>(null);
  const phrases = usePhrases();
  const menu = useRef<PhraseMenuHandle>(null);
  const onPhrases = useCallback((serial: string) => menu.current?.open(serial), []);
  const pane = usePane(ref);
  const wide = useMinWidth('md');
  const beyond = useFirstItem(ref, shown, open, choose, loaded.has(open));
  useOpenLinkedChapter(serials, choose);
  const rendered = useAllItems(loaded.has(open));
  const actions = useActions({ panel: ref, state: scores, evidence, editable, phrases, pane, onPhrases });
  return { ref, open, read, phrases, menu, onPhrases, pane, wide, beyond, rendered, actions, editable };
}

type Row = {
  onPhrases: (serial: string) => void;
  /** Shows evidence beside the items. */
  onShow: (shown: ShownFile) => void;
  /** The evidence shown below this item, where the window has no room beside it. */
  view: ReactNode;
};

type Props = {
  panel: ReturnType<typeof useChapterPanel>;
  /** The items to show; undefined while the chapter loads. */
  chapter: Serial1 | undefined;
  failure: ReturnType<typeof useChapters>['failure'];
  row: (item: StandardItem, parts: Row) => ReactNode;
  /** What stands above the items. */
  children: ReactNode;
};

/** The items of the open chapter, with the evidence beside or below them. */
export function ChapterPanel({ panel, chapter, failure, row, children }: Props) {
  const { ref, open, onPhrases, pane, wide, beyond, rendered, actions } = panel;
  const view = pane.shown && <FilePane {...pane.shown} beside={wide} onShow={pane.show} onClose={pane.close} />;
  const rowOf = (item: StandardItem) =>
    row(item, {
      onPhrases,
      onShow: pane.show,
      view: !wide && pane.shown?.shown.serial === item.serial ? view : null,
    });
  return (
    <>
      <Box
        role="tabpanel"
        id={CHAPTER_PANEL}
        aria-labelledby={`chapter-${open}`}
        ref={ref}
        onKeyDown={actions.press}
        sx={{ pt: 1.5 }}
      >
        {children}
        {failure && <Failure error={failure.error} onRetry={failure.retry} />}
        {!chapter && !failure && <Loading />}
        {chapter && (
          <ShownFileContext value={pane.shown?.shown.id ?? null}>
            <Box sx={view && wide ? SPLIT : undefined}>
              <ChapterItems chapter={chapter} all={rendered.all} onAll={rendered.show} onBeyond={beyond} row={rowOf} />
              {wide && view}
            </Box>
          </ShownFileContext>
        )}
      </Box>
      <ItemPhrases {...panel} />
      <Suspense>{panel.editable && <EmptyReason {...panel} />}</Suspense>
    </>
  );
}

type PhraseMenuHandle = { open: (serial: string) => void };

/** The phrases for an item, when open. Has its own state, so that opening and closing renders no item. */
function ItemPhrases({ menu, read, phrases, actions }: Props['panel']) {
  const [serial, setSerial] = useState<string | null>(null);
  useImperativeHandle(menu, () => ({ open: setSerial }), []);
  if (serial === null) return null;
  return (
    <PhraseMenu
      serial={serial}
      reason={read(serial)?.reason ?? ''}
      phrases={phrases}
      onInsert={(phrase) => actions.insert(serial, phrase)}
      onClose={() => {
        actions.focusReason(serial);
        setSerial(null);
      }}
    />
  );
}

const SPLIT = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  columnGap: 2,
  alignItems: 'start',
} as const;
