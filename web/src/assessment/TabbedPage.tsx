import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { partsOfHash } from '@shp/shared/domain/addresses/partsOfHash';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { ROOMY_WINDOW, TALL_WINDOW } from '../theme/tokens.ts';
import { ScrollingTabs, type TabDef } from '../ui/ScrollingTabs.tsx';
import { HueChip } from '../ui/StatusChip.tsx';
import { useNavigation } from './anchors.ts';
import { FoldedHead } from './folding.tsx';
import { RemarkCount } from './remarks/RemarkCount.tsx';
import { type TAB_MEMORY, useTab } from './useTab.ts';

/**
 * A part of a page. `places`: prefixes of the anchors it shows. `mark`: a number beside its name (`shown`: in words;
 * `isOverdue`: in red), and the number of its remarks without an answer.
 */
export type PagePart = {
  readonly name: string;
  readonly label: string;
  readonly mark?: {
    readonly count: number;
    readonly shown?: string;
    readonly isOverdue?: boolean;
    readonly remarks?: number;
    readonly label: string;
  };
  readonly places: readonly string[];
  readonly show: () => ReactNode;
};

type Props = {
  memory: keyof typeof TAB_MEMORY;
  /** The part to begin with, whichever was open on the page before. */
  begin?: string | undefined;
  parts: readonly [PagePart, ...PagePart[]];
  /** Shown beside the tabs, which may depend on the open part; sticky with them. */
  children?: ReactNode | ((open: string) => ReactNode);
};

/** The parts of an assessment's page as tabs; a link to an anchor opens the part that shows it. */
export function TabbedPage({ memory, parts, begin, children }: Props) {
  const { review } = useReviewText();
  const linkedBy = (hash: string) => parts.find(({ places }) => places.includes(partsOfHash(hash).part))?.name;
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const linked = linkedBy(hash);
  const [open, choose] = useTab(memory, parts.map(({ name }) => name) as [string, ...string[]], linked ?? begin);
  // Mark the tab at once and render its part afterwards.
  const shown = useDeferredValue(open);
  const bar = useRef<HTMLDivElement | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  useNavigation((hash) => {
    const name = linkedBy(hash);
    if (name !== undefined) choose(name);
  });

  const measured = useCallback((element: HTMLDivElement | null) => {
    bar.current = element;
    if (!element) return;
    // What sticks below the bar asks for its height.
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--page-tabs', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const release = useRef<(() => void) | null>(null);
  useEffect(() => () => release.current?.(), []);

  /** Opens a tab from its top, below the bar: the head above scrolls away, so that the window shows the part. */
  function openFromTop(name: string) {
    choose(name);
    // The address must not lead back to another part after a reload.
    if (hash !== '') navigate({ search }, { replace: true });
    holdTop();
  }

  /** Until the user moves on: the part is rendered after its tab is marked, and while it loads the page may be too short to scroll. */
  function holdTop() {
    release.current?.();
    if (!panel.current) return;
    const observer = new ResizeObserver(scrollToTop);
    observer.observe(panel.current);
    const end = () => {
      observer.disconnect();
      for (const act of ACTS) removeEventListener(act, end, true);
    };
    for (const act of ACTS) addEventListener(act, end, { capture: true, passive: true });
    release.current = end;
  }

  function scrollToTop() {
    const top = panel.current?.getBoundingClientRect().top ?? 0;
    const below = bar.current?.offsetHeight ?? 0;
    scrollBy({ top: top - below - PANEL_GAP, behavior: 'instant' });
  }

  return (
    <>
      <GlobalStyles styles={BELOW_BAR} />
      <Box ref={measured} sx={BAR}>
        <ScrollingTabs
          label={review.pageParts}
          prefix="part"
          panelId="part-panel"
          tabs={parts.map(tabOf)}
          open={open}
          onOpen={openFromTop}
        />
        {/* After the tabs, which must not move under the pointer when it appears. */}
        <FoldedHead />
        <Box sx={BESIDE}>{typeof children === 'function' ? children(open) : children}</Box>
      </Box>
      <Box role="tabpanel" id="part-panel" aria-labelledby={`part-${shown}`} ref={panel} sx={PANEL}>
        {parts.find(({ name }) => name === shown)?.show()}
      </Box>
    </>
  );
}

function tabOf({ name, label, mark }: PagePart): TabDef {
  const { count = 0, remarks = 0, shown = count, isOverdue = false } = mark ?? {};
  if (!mark || count + remarks === 0) return { name, label };
  const marked = (
    <>
      {label}
      {count > 0 && isOverdue && <HueChip hue="red">{shown}</HueChip>}
      {count > 0 && !isOverdue && (
        <Box component="span" sx={COUNT}>
          {shown}
        </Box>
      )}
      <RemarkCount count={remarks} />
    </>
  );
  return { name, label: marked, spoken: mark.label };
}

/** How a user moves on. */
const ACTS = ['pointerdown', 'wheel', 'touchstart', 'keydown'];

const COUNT = {
  px: 1,
  borderRadius: 4,
  bgcolor: 'action.selected',
  color: 'text.primary',
  lineHeight: '24px',
} as const;

/** Keeps focused and linked elements clear of the sticky tabs and the sticky total and chapters of a wide page. */
const BELOW_BAR = {
  [TALL_WINDOW]: { html: { scrollPaddingTop: 116 } },
  [ROOMY_WINDOW]: { html: { scrollPaddingTop: 196 } },
};

/** The tabs are sticky, except in a window too low for them. */
const BAR = {
  position: 'static',
  [TALL_WINDOW]: { position: 'sticky' },
  top: 0,
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  bgcolor: 'background.default',
} as const;

/** Beside the tabs, or below them on a narrow page. */
const BESIDE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', ml: 'auto' } as const;

/** Between the bar and its panel, in pixels. */
const PANEL_GAP = 16;
const PANEL = { mt: `${PANEL_GAP}px` } as const;
