import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import CircularProgress from '@mui/material/CircularProgress';
import FormControlLabel from '@mui/material/FormControlLabel';
import { ApiError } from '@shp/shared/api/errors';
import type { Output } from '@shp/shared/api/index';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { Failure } from '../../ui/Failure.tsx';
import { runAll } from '../../ui/runAll.ts';
import type { Target } from './operations.ts';

type Effects = Output<'GET user/delete_effects'>;
type Affected = { target: Target; effects: Effects };

/** At most this many accounts are named; the rest is a number. */
const NAMED = 8;

/** Names what is open of the accounts to be deleted and what ends with them; where anything does, it has to be ticked. */
export function DeleteEffects({
  targets,
  onAgreed,
}: {
  targets: readonly Target[];
  onAgreed: (agreed: boolean) => void;
}) {
  const { common, web } = useText();
  const words = web.users.deleteEffects;
  const [ticked, setTicked] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['delete_effects', ...targets.map(({ id }) => id)],
    queryFn: () => readEffects(targets),
    gcTime: 0,
  });
  const agreed = data !== undefined && (data.length === 0 || ticked);
  useEffect(() => onAgreed(agreed), [agreed, onAgreed]);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <CircularProgress size={20} aria-label={words.looking} sx={{ mt: 2 }} />;
  if (data.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
        {data.slice(0, NAMED).map(({ target, effects: { reviews, applications } }) => (
          <li key={target.id}>
            {applications.map(({ number, status }) => words.application(target.name, number, common.statuses[status]))}
            {reviews.length > 0 &&
              words.reviews(
                target.name,
                reviews.length,
                reviews.reduce((sum, { scored }) => sum + scored, 0),
              )}
          </li>
        ))}
      </ul>
      {data.length > NAMED && words.more(data.length - NAMED)}
      <FormControlLabel
        control={<Checkbox checked={ticked} onChange={(_event, checked) => setTicked(checked)} />}
        label={words.agree}
      />
    </Alert>
  );
}

async function readEffects(targets: readonly Target[]): Promise<Affected[]> {
  const outcomes = await runAll(targets, ({ id }) => client.call('GET user/delete_effects', { id }), {
    onOutcome: () => {},
  });
  return targets.flatMap((target, place) => {
    const outcome = outcomes[place];
    if (!outcome) return [];
    // An account that is gone meanwhile has nothing open; the deletion itself tells of it.
    if (!outcome.done && outcome.error instanceof ApiError && outcome.error.status === 404) return [];
    if (!outcome.done) throw outcome.error;
    const { reviews, applications } = outcome.result;
    return reviews.length + applications.length > 0 ? [{ target, effects: outcome.result }] : [];
  });
}
