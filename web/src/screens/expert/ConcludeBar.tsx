import { useQuery } from '@tanstack/react-query';
import { queries } from '../../core/assessmentQueries.ts';
import { useUser } from '../../core/session.ts';
import { objectOf } from '../../outbox/senders.ts';
import { useEntry } from '../../outbox/useOutbox.ts';
import { Conclude } from './Conclude.tsx';
import type { Expert, ReviewState } from './useReview.ts';

type Props = { id: string; state: ReviewState; expert: Expert };

/** The expert's decision at the foot of the page: what is missing, and the button that concludes. */
export function ConcludeBar({ id, state, expert }: Props) {
  const user = useUser();
  const { data } = useQuery(queries.expertsConclusion(id));
  const entry = useEntry(objectOf('expertConclusion', `${id}/${expert.id}`), 'text');
  if (user.id !== expert.id || !data) return null;
  const stored = data.find(({ expertId }) => expertId === expert.id)?.conclusion ?? '';
  const text = (entry?.value as string | undefined) ?? stored;
  return <Conclude id={id} expert={expert.id} text={text} state={state} />;
}
