import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { useText } from '../core/i18n/texts.ts';
import { useFolded } from './menu/useFolded.tsx';

type Props = {
  title: string;
  /** Beneath the heading: a number or an account. */
  note?: string;
  actions?: ReactNode;
  /** Rarer actions: after the others, or on a phone under ⋯. */
  more?: ReactNode;
  children: ReactNode;
};

/** Frame of a screen: heading, actions, content; the heading is also the browser tab's title. */
export function Page({ title, note, actions, more, children }: Props) {
  const { common } = useText();
  const { beside, below } = useFolded(title, more);
  return (
    <>
      <title>{`${[title, note].filter(Boolean).join(' ')} - ${common.shortTitle}`}</title>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1.5, mb: 2 }}>
        <Typography variant="h1" sx={below ? NARROWED : TITLE}>
          {title}
          {note !== undefined && (
            <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
              {note}
            </Typography>
          )}
        </Typography>
        {(actions || beside) && (
          <Box data-commands sx={ACTIONS}>
            {actions}
            {beside}
          </Box>
        )}
        {below && (
          <Box data-commands sx={{ display: 'contents' }}>
            {below}
          </Box>
        )}
      </Box>
      {children}
    </>
  );
}

const TITLE = { flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' } as const;
/** Wraps between words, so that the actions stay beside it. */
const NARROWED = { flex: '1 1 min-content', minWidth: 0, wordBreak: 'keep-all', overflowWrap: 'break-word' } as const;
/** Beside the heading, or all together below it. */
const ACTIONS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: { xs: 0.75, sm: 1 },
  '& .MuiButton-startIcon': { mr: { xs: 0.5, sm: 1 } },
  // Below the heading its text begins where the heading does.
  '& > .MuiButton-text:not(* + *)': { ml: { xs: -1, sm: 0 } },
} as const;

/** Above a page: the way back to where it was opened from. */
export function BackLink({ to, children }: Pick<LinkProps, 'to' | 'children'>) {
  return (
    <MuiLink component={Link} to={to} variant="body2" className="no-print" sx={BACK}>
      ‹ {children}
    </MuiLink>
  );
}

const BACK = { display: 'inline-block', py: 0.25, mb: 0.5 } as const;
