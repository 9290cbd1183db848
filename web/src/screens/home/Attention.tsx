import { findingsAddress } from '@shp/shared/domain/addresses/findings';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { ENDS_SOON_DAYS } from '@shp/shared/domain/lib/lists';
import { useQueries } from '@tanstack/react-query';
import { queries } from '../../core/assessmentQueries.ts';
import { client } from '../../core/client.ts';
import { usePreferences } from '../../core/preferences.ts';
import { CountLinks } from './CountLinks.tsx';
import { useHomeText } from './texts.ts';

const countOf = (filter: { overdue: true } | { status: ['returned'] }) => ({
  to: listAddress('/assessments', filter),
  query: {
    queryKey: ['assessments', 'attention', filter],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      client.call('GET assessment/query', { ...filter, size: 1 }, { signal }),
  },
});
const OVERDUE = countOf({ overdue: true });
const RETURNED = countOf({ status: ['returned'] });
const EXPIRING = {
  to: listAddress('/supervisor/stations', { expiring: ENDS_SOON_DAYS }),
  query: {
    queryKey: ['users', 'supervised', 'total', { expiring: ENDS_SOON_DAYS }],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      client.call('GET supervise/stations', { linked: true, expiring: ENDS_SOON_DAYS, size: 1 }, { signal }),
  },
};

/** What an aggregate account should look at, each count with the list behind it; nothing where all is well. */
export function Attention() {
  const { attention: text } = useHomeText();
  const { lang } = usePreferences();
  const [expiring, findings, returned, overdue] = useQueries({
    queries: [EXPIRING.query, queries.findingCount('overdue'), RETURNED.query, OVERDUE.query],
  });
  const counts = [
    { key: 'expiring', to: EXPIRING.to, total: expiring.data?.total },
    { key: 'findings', to: findingsAddress('overdue'), total: findings.data?.total, isOverdue: true },
    { key: 'overdue', to: OVERDUE.to, total: overdue.data?.total, isOverdue: true },
    { key: 'returned', to: RETURNED.to, total: returned.data?.total },
  ] as const;
  const shown = counts.filter(({ total }) => total);
  if (shown.length === 0) return null;
  return (
    <CountLinks
      title={text.title}
      counts={shown.map(({ total = 0, ...count }) => ({
        ...count,
        text: text[count.key](total.toLocaleString(LANG_TAGS[lang]), ENDS_SOON_DAYS),
      }))}
    />
  );
}
