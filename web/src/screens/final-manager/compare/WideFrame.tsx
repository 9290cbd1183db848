import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { RADIUS } from '../../../theme/tokens.ts';
import { useFinalText } from '../texts.ts';

type Props = { label: string; sx: SxProps<Theme>; children: ReactNode };

/** A frame that a wide table scrolls in, by keyboard too; where columns go on, it says so, and its edge is shaded. */
export function WideFrame({ label, sx, children }: Props) {
  const { compare: words } = useFinalText();
  const hintId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [{ scrolls, goesOn }, setRest] = useState({ scrolls: false, goesOn: false });
  useEffect(() => {
    const around = frame.current;
    const table = around?.firstElementChild;
    if (!around || !table) return;
    const measure = () => {
      const rest = getComputedStyle(around).overflowX === 'visible' ? 0 : around.scrollWidth - around.clientWidth;
      setRest({ scrolls: rest > 1, goesOn: rest - around.scrollLeft > 1 });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    observer.observe(table);
    around.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      around.removeEventListener('scroll', measure);
    };
  }, []);
  return (
    <>
      {scrolls && (
        <Typography id={hintId} variant="body2" sx={{ mb: 0.5, color: 'text.secondary' }}>
          {words.sideways}
        </Typography>
      )}
      <Box sx={EDGE} data-goes-on={goesOn || undefined}>
        <Box
          ref={frame}
          sx={sx}
          tabIndex={0}
          role="region"
          aria-label={label}
          aria-describedby={scrolls ? hintId : undefined}
        >
          {children}
        </Box>
      </Box>
    </>
  );
}

const EDGE = {
  position: 'relative',
  '&[data-goes-on]::after': {
    content: '""',
    position: 'absolute',
    inset: '1px 1px 1px auto',
    zIndex: 3,
    width: 20,
    borderRadius: `0 ${RADIUS.control}px ${RADIUS.control}px 0`,
    pointerEvents: 'none',
    background: ({ palette }: Theme) =>
      `linear-gradient(to left, rgb(0 0 0 / ${palette.mode === 'dark' ? 0.5 : 0.2}), transparent)`,
  },
} as const;
