import { type FindingView, filterOfView, findingViewsOf } from '@shp/shared/domain/addresses/findings';
import { figure } from '../../format.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';

const EVERY_MS = 30_000;

/** The findings that wait for the caller or are overdue, in one line, and the view that has them; null without any. */
export function useFindingCounts(): { text: string; view: FindingView } | null {
  const { home } = useUi().texts.views;
  const { me } = useSession();
  const [first = null, second = null] = findingViewsOf(me.role);
  const count = (view: typeof first) => (view === null ? null : { ...filterOfView(view), page: 1, size: 1 });
  const one = useCall('GET finding/query', count(first), EVERY_MS).data?.total ?? 0;
  const other = useCall('GET finding/query', count(second), EVERY_MS).data?.total ?? 0;
  if (first === null || second === null || one + other === 0) return null;
  const words = [home.findingCounts[first](figure(one)), home.findingCounts[second](figure(other))];
  return { text: home.findings(words.join('  ')), view: one > 0 ? first : second };
}
