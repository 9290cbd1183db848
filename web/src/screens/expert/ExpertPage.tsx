import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import type { Assessment } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { useTab } from '../../assessment/useTab.ts';
import { queries } from '../../core/assessmentQueries.ts';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { useUser } from '../../core/session.ts';
import { useOutboxLoaded } from '../../outbox/useOutbox.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Review } from './Review.tsx';
import type { Expert, Title } from './useReview.ts';

type Props = { assessment: Assessment; onOnly: (only: boolean) => void };

/** Waits until the data for scoring are loaded. */
export function ExpertPage({ assessment, onOnly }: Props) {
  const loaded = useOutboxLoaded();
  const { id, role } = useUser();
  // An expert's own sum, which says where the review begins, comes with the rest.
  useQuery({ ...queries.sum(assessment.id, { expertId: id }), enabled: role === 'expert' });
  const { data: titles, error: noTitles, refetch } = useQuery(queries.titles(assessment.id));
  const { data: experts, error: noExperts, refetch: again } = useQuery(queries.experts(assessment.id));
  if (noTitles && !titles) return <Failure error={noTitles} onRetry={() => void refetch()} />;
  if (noExperts && !experts) return <Failure error={noExperts} onRetry={() => void again()} />;
  if (!titles || !experts || !loaded) return <Loading />;
  return <ExpertSelect assessment={assessment} titles={titles} experts={experts} onOnly={onOnly} />;
}

type WhoseProps = Props & { titles: readonly Title[]; experts: readonly Expert[] };

/** Experts edit their own scores; an administrator chooses an expert. */
function ExpertSelect({ assessment, titles, experts, onOnly }: WhoseProps) {
  const text = useExpertText();
  const user = useUser();
  const own = user.role === 'expert';
  const ids = experts.map(({ id }) => id);
  const [chosen, choose] = useTab('expertSelectScore', [ids[0] ?? '', ...ids.slice(1)]);
  const expert = experts.find(({ id }) => id === (own ? user.id : chosen));
  const sum = useQuery({
    ...queries.sum(assessment.id, { expertId: expert?.id ?? '' }),
    enabled: expert !== undefined,
  });
  if (!expert) return <Alert severity="info">{text.nobody}</Alert>;
  return (
    <>
      {!own && (
        <TextField
          select
          label={text.scoresOf}
          value={expert.id}
          onChange={(event) => choose(event.target.value)}
          slotProps={{ select: { native: true } }}
          sx={{ maxWidth: 360, mb: 1 }}
        >
          {experts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </TextField>
      )}
      {sum.isLoading ? (
        <Loading />
      ) : (
        <Review key={expert.id} assessment={assessment} titles={titles} expert={expert} onOnly={onOnly} />
      )}
    </>
  );
}
