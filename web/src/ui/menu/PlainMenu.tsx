import Box from '@mui/material/Box';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

type Props = {
  anchor: HTMLElement | null;
  /** Names the menu for a screen reader. */
  label?: string;
  /** Takes a key before the menu does. */
  onKey?: (event: KeyboardEvent) => void;
  onClose: () => void;
  /** Elements with the role `menuitem`. */
  children: ReactNode;
};

const MARGIN = 16;

/**
 * A menu below its anchor, moved through by the arrow keys, Home, End and first letters. Plain elements: the library's menu
 * takes a fifth of a second to open on an old machine.
 */
export function PlainMenu({ anchor, label, onKey, onClose, children }: Props) {
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = menu.current;
    const before = document.activeElement as HTMLElement | null;
    if (!element) return undefined;
    const place = () => {
      if (anchor?.isConnected) placeAt(element, anchor.getBoundingClientRect());
    };
    const follow = ({ target }: Event) => {
      // The menu's own scrolling does not move its anchor.
      if (!(target instanceof Node && element.contains(target))) place();
    };
    place();
    itemsOf(element)[0]?.focus({ preventScroll: true });
    // The page may still be scrolling to the anchor.
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', place);
      if (element.contains(document.activeElement)) before?.focus({ preventScroll: true });
    };
  }, [anchor]);

  function press(event: KeyboardEvent<HTMLElement>) {
    onKey?.(event);
    if (event.defaultPrevented) return;
    // The page's own keys do not reach through the menu.
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      onClose();
      return;
    }
    const next = nextItem(event);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return createPortal(
    <Box sx={BEHIND} onClick={(event) => event.target === event.currentTarget && onClose()}>
      <Box ref={menu} role="menu" aria-label={label} tabIndex={0} onKeyDown={press} sx={MENU}>
        {children}
      </Box>
    </Box>,
    document.body,
  );
}

type ItemProps = { onChoose: () => void; disabled?: boolean; children: ReactNode };

/** An entry of a `PlainMenu`. */
export function PlainMenuItem({ onChoose, disabled = false, children }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} disabled={disabled} onClick={onChoose}>
      {children}
    </button>
  );
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];

/** The item that a key leads to. */
function nextItem({ key, currentTarget, altKey, ctrlKey, metaKey }: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const place = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[key];
  if (place !== undefined) return items.at(place % items.length);
  if (key.length !== 1 || key === ' ' || altKey || ctrlKey || metaKey) return undefined;
  const starts = (item: HTMLElement) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase());
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(starts);
}

/** Below the anchor, or above it where there is more room; it ends with an anchor at the right of the window. */
function placeAt(menu: HTMLElement, { left, right, top, bottom }: DOMRect) {
  const { style, offsetWidth: width, offsetHeight: height } = menu;
  const below = innerHeight - bottom - MARGIN;
  const isAbove = height > below && top - MARGIN > below;
  const start = left + right > innerWidth ? right - width : left;
  style.left = `${Math.max(MARGIN, Math.min(start, innerWidth - width - MARGIN))}px`;
  style.maxHeight = `${isAbove ? top - MARGIN : below}px`;
  style.bottom = isAbove ? `${innerHeight - top}px` : '';
  style.top = isAbove ? '' : `${bottom}px`;
}

const BEHIND = { position: 'fixed', inset: 0, zIndex: 'modal' } as const;
const MENU = {
  position: 'absolute',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 112,
  maxWidth: `min(480px, calc(100% - ${2 * MARGIN}px))`,
  overflowY: 'auto',
  py: 1,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  color: 'text.primary',
  boxShadow: 8,
  outline: 0,
  '& [role=menuitem]': {
    display: 'block',
    flex: 'none',
    px: 2,
    py: 0.75,
    border: 0,
    bgcolor: 'transparent',
    color: 'inherit',
    typography: 'body1',
    textAlign: 'left',
    textDecoration: 'none',
    cursor: 'pointer',
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible': { bgcolor: 'action.focus', outline: '3px solid', outlineOffset: -3 },
    '&:disabled': { color: 'text.disabled', cursor: 'default', bgcolor: 'transparent' },
  },
  '& hr': { flex: 'none', width: '100%', my: 1, border: 0, borderBottom: '1px solid', borderBottomColor: 'divider' },
} as const;
