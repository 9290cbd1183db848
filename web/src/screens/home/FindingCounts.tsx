import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { findingsAddress, findingViewsOf } from '@shp/shared/domain/addresses/findings';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { useQueries } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { queries } from '../../core/assessmentQueries.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { Panel } from './Panel.tsx';
import { useHomeText } from './texts.ts';

/** How many findings wait for the user or are overdue; each number but zero leads to the list with as many rows. */
export function FindingCounts() {
  const { findings } = useHomeText();
  const { lang } = usePreferences();
  const { role } = useUser();
  const views = findingViewsOf(role);
  const counts = useQueries({
    queries: views.map((view) => queries.findingCount(view)),
  }).map(({ data }) => data?.total ?? 0);
  if (counts.every((count) => count === 0)) return null;
  return (
    <Panel
      title={findings.title}
      action={
        <Box component="ul" sx={COUNTS}>
          {views.map((view, index) => (
            <li key={view}>
              {counts[index] ? (
                <Link component={RouterLink} to={findingsAddress(view)} className={view}>
                  {findings[view](counts[index].toLocaleString(LANG_TAGS[lang]))}
                </Link>
              ) : (
                <span>{findings[view]('0')}</span>
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
  '& li': { py: 1 },
  '& a': { fontWeight: 600 },
  '& span': { color: 'text.secondary' },
  '& .overdue': { color: 'error.main' },
} as const;
