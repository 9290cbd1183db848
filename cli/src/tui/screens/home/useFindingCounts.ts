import { type FindingView, filterOfView, findingViewsOf } from '@shp/shared/domain/addresses/findings';
import { formatCount } from '../../format.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';

const EVERY_MS = 30_000;

/** The findings that wait for the caller or are overdue, in one line, and the view that has them. */
export type FindingCounts = {
  readonly isComing: boolean;
  readonly text: string;
  /** Absent if there are none. */
  readonly view: FindingView | undefined;
};

/** Counts the caller's findings, once `due`. */
export function useFindingCounts(due: boolean): FindingCounts {
  const { home } = useUi().texts.views;
  const { me } = useSession();
  const [first = null, second = null] = findingViewsOf(me.role);
  const count = (view: typeof first) => (view === null || !due ? null : { ...filterOfView(view), page: 1, size: 1 });
  const one = useCall('GET finding/query', count(first), EVERY_MS);
  const other = useCall('GET finding/query', count(second), EVERY_MS);
  const [ones, others] = [one.data?.total ?? 0, other.data?.total ?? 0];
  const isComing = [one, other].some(({ isLoaded, failure }) => !isLoaded && failure === null);
  if (first === null || second === null) return { isComing: false, text: '', view: undefined };
  if (ones + others === 0) return { isComing, text: '', view: undefined };
  const words = [home.findingCounts[first](formatCount(ones)), home.findingCounts[second](formatCount(others))];
  return { isComing, text: home.findings(words.join('  ')), view: ones > 0 ? first : second };
}
