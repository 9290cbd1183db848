import { findingsAddress, findingViewsOf } from '@shp/shared/domain/addresses/findings';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { useQueries } from '@tanstack/react-query';
import { queries } from '../../core/assessmentQueries.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { CountLinks } from './CountLinks.tsx';
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
    <CountLinks
      title={findings.title}
      counts={views.map((view, index) => ({
        key: view,
        text: findings[view]((counts[index] ?? 0).toLocaleString(LANG_TAGS[lang])),
        to: counts[index] ? findingsAddress(view) : null,
        isOverdue: view === 'overdue',
      }))}
    />
  );
}
