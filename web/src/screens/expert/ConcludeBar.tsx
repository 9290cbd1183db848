import type { Assessment } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { OutcomeContext } from '../../assessment/steps/outcome.ts';
import { queries } from '../../core/assessmentQueries.ts';
import { useUser } from '../../core/session.ts';
import { objectOf } from '../../outbox/senders.ts';
import { useEntry } from '../../outbox/useOutbox.ts';
import { Conclude } from './Conclude.tsx';
import type { Expert, ReviewState } from './useReview.ts';

type Props = { assessment: Assessment; state: ReviewState; expert: Expert; editable: boolean };

/** The expert's decision at the foot of the page: what is missing, and the button that concludes; then its result. */
export function ConcludeBar({ assessment, state, expert, editable }: Props) {
  const { id } = assessment;
  const { outcome } = useContext(OutcomeContext);
  const user = useUser();
  const { data } = useQuery(queries.expertsConclusion(id));
  const entry = useEntry(objectOf('expertConclusion', `${id}/${expert.id}`), 'text');
  if (user.id !== expert.id || !data || (!editable && outcome === null)) return null;
  const stored = data.find(({ expertId }) => expertId === expert.id)?.conclusion ?? '';
  const text = (entry?.value as string | undefined) ?? stored;
  return <Conclude assessment={assessment} expert={expert.id} text={text} state={state} editable={editable} />;
}
