import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import GlobalStyles from '@mui/material/GlobalStyles';
import Tab from '@mui/material/Tab';
import { type ReactNode, useDeferredValue, useRef } from 'react';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { HIGH } from '../theme/tokens.ts';
import { ScrollingTabs } from '../ui/ScrollingTabs.tsx';
import { partsOfHash, useNavigations } from './anchors.ts';
import { FoldedHead } from './folding.tsx';
import { type TAB_MEMORY, useTab } from './useTab.ts';

/** A part of a page. `places`: prefixes of the anchors it shows. `mark`: a number beside its name. */
export type PagePart = {
  readonly name: string;
  readonly label: string;
  readonly mark?: { readonly count: number; readonly label: string };
  readonly places: readonly string[];
  readonly show: () => ReactNode;
};

type Props = {
  memory: keyof typeof TAB_MEMORY;
  parts: readonly [PagePart, ...PagePart[]];
  /** Shown beside the tabs; sticky with them. */
  children?: ReactNode;
};

/** The parts of an assessment's page as tabs; a link to an anchor opens the part that shows it. */
export function TabbedPage({ memory, parts, children }: Props) {
  const { review } = useReviewText();
  const [open, choose] = useTab(memory, parts.map(({ name }) => name) as [string, ...string[]]);
  // Mark the tab at once and render its part afterwards.
  const shown = useDeferredValue(open);
  const panel = useRef<HTMLDivElement>(null);
  useNavigations((hash) => {
    const { part } = partsOfHash(hash);
    const linked = parts.find(({ places }) => places.includes(part));
    if (linked) choose(linked.name);
  });

  /** Opens a tab and scrolls to its top. */
  function openFromTop(name: string) {
    choose(name);
    if ((panel.current?.getBoundingClientRect().top ?? 0) < 0) panel.current?.scrollIntoView();
  }

  return (
    <>
      <GlobalStyles styles={BELOW_BAR} />
      <Box sx={BAR}>
        <ScrollingTabs value={open} onChange={(_, name: string) => openFromTop(name)} aria-label={review.pageParts}>
          {parts.map(({ name, label, mark }) => (
            <Tab
              key={name}
              value={name}
              id={`part-${name}`}
              aria-controls="part-panel"
              label={label}
              {...(mark && mark.count > 0
                ? { 'aria-label': mark.label, icon: <Chip size="small" label={mark.count} />, iconPosition: 'end' }
                : {})}
              sx={{ minHeight: 48, minWidth: 0, px: { xs: 1.25, sm: 2 } }}
            />
          ))}
        </ScrollingTabs>
        {/* After the tabs, which must not move under the pointer when it appears. */}
        <FoldedHead />
        <Box sx={BESIDE}>{children}</Box>
      </Box>
      <Box role="tabpanel" id="part-panel" aria-labelledby={`part-${shown}`} ref={panel} sx={PANEL}>
        {parts.find(({ name }) => name === shown)?.show()}
      </Box>
    </>
  );
}

/** Keeps focused and linked elements clear of the sticky tabs and the sticky total of a wide page. */
const BELOW_BAR = { [HIGH]: { html: { scrollPaddingTop: 116, scrollPaddingBottom: 88 } } };

/** The tabs are sticky, except in a window too low for them. */
const BAR = {
  position: 'static',
  [HIGH]: { position: 'sticky' },
  top: 0,
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  bgcolor: 'background.default',
} as const;

/** Beside the tabs, or below them on a narrow page. */
const BESIDE = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', ml: 'auto' } as const;

const PANEL = { mt: 2 } as const;
