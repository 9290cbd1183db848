import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { Panel } from './Panel.tsx';

export type CountLink = {
  key: string;
  text: string;
  /** The list with as many rows; null where there are none. */
  to: string | null;
  isOverdue?: boolean;
};

/** A panel of counts beside each other, each with the list behind it. */
export function CountLinks({ title, counts }: { title: string; counts: readonly CountLink[] }) {
  return (
    <Panel
      title={title}
      action={
        <Box component="ul" sx={COUNTS}>
          {counts.map(({ key, text, to, isOverdue }) => (
            <li key={key}>
              {to === null ? (
                <span>{text}</span>
              ) : (
                <Link component={RouterLink} to={to} className={isOverdue ? 'overdue' : undefined}>
                  {text}
                </Link>
              )}
            </li>
          ))}
        </Box>
      }
    />
  );
}

/** Beside each other in a wide panel. */
const COUNTS = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 4,
  m: 0,
  p: 0,
  listStyle: 'none',
  '& li': { py: { xs: 0.5, sm: 1 } },
  '& a': { fontWeight: 600 },
  '& span': { color: 'text.secondary' },
  '& .overdue': { color: 'error.main' },
} as const;
