import KeyboardArrowLeft from '@mui/icons-material/KeyboardArrowLeft';
import KeyboardArrowRight from '@mui/icons-material/KeyboardArrowRight';
import Box from '@mui/material/Box';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

export type TabDef = {
  readonly name: string;
  readonly label: ReactNode;
  /** What a screen reader says in place of the label. */
  readonly spoken?: string | undefined;
  /** The tooltip. */
  readonly title?: string | undefined;
};

type Props = {
  /** What the tabs choose, for a screen reader. */
  label: string;
  /** Before the names in the tabs' ids. */
  prefix: string;
  panelId: string;
  tabs: readonly TabDef[];
  open: string;
  onOpen: (name: string) => void;
  /** Several lines to a tab, from its left edge. */
  tall?: boolean;
};

/** The width of a button that scrolls, in pixels. */
const BUTTON = 40;

/** Where a row of tabs can be scrolled to. */
const NOWHERE = { overflows: false, before: false, after: false };

/**
 * Tabs that scroll sideways if they do not fit, with the open one in view. Plain elements: those of the library render and
 * measure for a tenth of a second on an old machine at each choice.
 */
export function ScrollingTabs(props: Props) {
  const { label, prefix, panelId, tabs, open, onOpen, tall = false } = props;
  const row = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(NOWHERE);
  const names = tabs.map(({ name }) => name).join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs are other elements to observe
  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    let first = true;
    const measure = () => {
      const { scrollWidth, scrollLeft, clientWidth } = element;
      const next = {
        overflows: scrollWidth > clientWidth,
        before: scrollLeft > 1,
        after: scrollLeft + clientWidth < scrollWidth - 1,
      };
      setRoom((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
    };
    // Called after the layout of each picture in which a size has changed: nothing is measured in between.
    const observer = new ResizeObserver(() => {
      measure();
      if (first) showOpen(element, 'instant');
      first = false;
    });
    for (const observed of [element, ...element.children]) observer.observe(observed);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [names]);

  const last = useRef(open);
  useLayoutEffect(() => {
    // What was never shown is in view at once; another tab is moved to.
    if (row.current && room.overflows) showOpen(row.current, last.current === open ? 'instant' : 'smooth');
    last.current = open;
  }, [open, room.overflows]);

  return (
    <Box sx={tall ? TALL : TABS}>
      {room.before && (
        <button type="button" aria-hidden tabIndex={-1} onClick={() => scroll(row.current, -1)}>
          <KeyboardArrowLeft fontSize="small" />
        </button>
      )}
      <div role="tablist" aria-label={label} ref={row} onKeyDown={move} style={fade(room)}>
        {tabs.map(({ name, label: shown, spoken, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${prefix}-${name}`}
            aria-selected={name === open}
            aria-controls={panelId}
            aria-label={spoken}
            title={title}
            tabIndex={name === open ? 0 : -1}
            onClick={() => onOpen(name)}
          >
            {shown}
          </button>
        ))}
      </div>
      {room.after && (
        <button type="button" aria-hidden tabIndex={-1} onClick={() => scroll(row.current, 1)}>
          <KeyboardArrowRight fontSize="small" />
        </button>
      )}
    </Box>
  );
}

/** Moves the focus between the tabs; Enter opens one. */
function move(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  tabs.at(next % tabs.length)?.focus();
}

function showOpen(row: HTMLElement, behavior: ScrollBehavior) {
  const tab = row.querySelector<HTMLElement>('[aria-selected=true]');
  if (!tab) return;
  const left = tab.offsetLeft - row.offsetLeft - BUTTON;
  const right = left + tab.offsetWidth + 2 * BUTTON;
  if (left < row.scrollLeft) row.scrollTo({ left, behavior });
  else if (right > row.scrollLeft + row.clientWidth) row.scrollTo({ left: right - row.clientWidth, behavior });
}

/** The tabs fade out under a button that scrolls to more of them. */
function fade({ before, after }: typeof NOWHERE) {
  if (!before && !after) return {};
  const [from, to] = [before ? BUTTON : 0, after ? BUTTON : 0];
  return {
    maskImage: `linear-gradient(to right, transparent ${from * 0.8}px, #000 ${from}px calc(100% - ${to}px), transparent calc(100% - ${to * 0.8}px))`,
  };
}

function scroll(row: HTMLElement | null, way: 1 | -1) {
  row?.scrollBy({ left: way * row.clientWidth * 0.8, behavior: 'smooth' });
}

const TABS = {
  position: 'relative',
  display: 'flex',
  minWidth: 0,
  maxWidth: '100%',
  minHeight: 48,
  '& > [role=tablist]': {
    display: 'flex',
    flex: '1 1 auto',
    minWidth: 0,
    overflowX: 'auto',
    scrollbarWidth: 'none',
    scrollPaddingInline: BUTTON,
  },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flex: 'none',
    border: 0,
    bgcolor: 'transparent',
    color: 'text.secondary',
    cursor: 'pointer',
  },
  '& > button': { position: 'absolute', zIndex: 1, inset: '0 auto 0 0', width: BUTTON, p: 0 },
  '& > [role=tablist] + button': { inset: '0 0 0 auto' },
  '& [role=tab]': {
    gap: 1,
    minHeight: 48,
    maxWidth: 360,
    px: { xs: 1.25, sm: 2 },
    py: 1.5,
    typography: 'button',
    lineHeight: 1.25,
    '&[aria-selected=true]': { color: 'primary.main', boxShadow: 'inset 0 -2px currentcolor' },
    // The row clips everything outside of it.
    '&:focus-visible': { outline: '3px solid', outlineOffset: -3 },
  },
} as const;
const TALL = {
  ...TABS,
  '& [role=tab]': {
    ...TABS['& [role=tab]'],
    flexDirection: 'column',
    alignItems: 'start',
    justifyContent: 'start',
    gap: 0,
    maxWidth: { xs: 138, lg: 210 },
    px: 1.25,
    py: 0.75,
    textAlign: 'left',
  },
} as const;
