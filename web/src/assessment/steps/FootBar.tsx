import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import GlobalStyles from '@mui/material/GlobalStyles';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { PHONE, TALL_WINDOW } from '../../theme/tokens.ts';

type Props = {
  label: string;
  /** What stands in the way. */
  reasons: ReactNode;
  /** Nothing to do: it lies flat, and leaves a phone's small window. */
  idle?: boolean;
  /** Buttons. */
  children: ReactNode;
};

/**
 * A bar at the foot of the window, except in a window too low for it. It ends the document, so that its place is the
 * same whatever the page above it has loaded; its buttons stand at its lower edge, so that no reason moves them.
 */
export function FootBar({ label, reasons, idle = false, children }: Props) {
  return createPortal(
    <Paper ref={measure} component="section" aria-label={label} elevation={idle ? 0 : 4} square sx={idle ? IDLE : BAR}>
      <GlobalStyles styles={ABOVE} />
      <Container maxWidth="lg" sx={LINE}>
        <Box sx={REASONS}>{reasons}</Box>
        <Box data-commands sx={BUTTONS}>
          {children}
        </Box>
      </Container>
    </Paper>,
    document.body,
  );
}

/** Keeps focused elements clear of the bar, however high it is. */
const ABOVE = { [TALL_WINDOW]: { html: { scrollPaddingBottom: 'calc(var(--foot-bar, 72px) + 16px)' } } };

function measure(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--foot-bar', `${bar.offsetHeight}px`);
    uncoverFocus(bar);
  });
  observer.observe(bar);
  // While somebody types, a field says more beneath it, such as its value before.
  const uncover = () => requestAnimationFrame(() => uncoverFocus(bar));
  addEventListener('input', uncover);
  return () => {
    observer.disconnect();
    removeEventListener('input', uncover);
  };
}

/** Moves the page on where the bar hides the focused field or what stands beneath it. */
function uncoverFocus(bar: HTMLElement) {
  const field = document.activeElement?.closest('.MuiFormControl-root');
  const { top: edge, bottom: end } = bar.getBoundingClientRect();
  const { top, bottom } = field?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  if (top < end && bottom > edge) field?.scrollIntoView({ block: 'nearest' });
}

const BAR = {
  position: 'static',
  [TALL_WINDOW]: { position: 'sticky' },
  bottom: 0,
  zIndex: 4,
  py: { xs: 0.75, sm: 1.25 },
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;
const IDLE = { ...BAR, [PHONE]: { display: 'none' } } as const;
const LINE = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 2, rowGap: 1 } as const;
const REASONS = {
  flex: '1 1 16rem',
  alignSelf: 'center',
  minWidth: 0,
  maxHeight: '40vh',
  overflowY: 'auto',
} as const;
const BUTTONS = {
  display: 'flex',
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  alignItems: 'center',
  gap: 1,
  ml: 'auto',
  width: { xs: '100%', sm: 'auto' },
  '& > .MuiButton-root': { flex: { xs: '1 1 0', sm: 'none' }, px: { xs: 1, sm: 2 }, lineHeight: 1.4 },
} as const;
