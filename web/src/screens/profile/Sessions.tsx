import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { Clock } from '../../ui/Clock.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The devices on which the user is logged in. */
export function Sessions() {
  const { web } = useText();
  const words = web.profile.sessions;
  const toast = useToast();
  const { data, error, refetch } = useQuery({
    queryKey: ['session/sessions'],
    queryFn: ({ signal }) => client.call('GET session/sessions', {}, { signal }),
  });

  async function revoke(id: string) {
    try {
      await client.call('POST session/revoke_session', { id });
      toast.done(words.revoked);
    } catch (failure) {
      toast.failed(failure);
    }
    await refetch();
  }

  return (
    <>
      <Typography sx={{ mb: 2 }}>{words.note}</Typography>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={2} />}
      {data && (
        <PlainTable
          label={web.profile.tabs.sessions}
          headings={[words.createdAt, words.lastUsedAt, words.address, words.agent, web.list.actions]}
          rows={data.map(({ id, createdAt, lastUsedAt, address, agent, current }) => [
            <Clock key="createdAt" at={createdAt} />,
            <Clock key="lastUsedAt" at={lastUsedAt} />,
            address,
            agent,
            current ? (
              <Chip key={id} size="small" label={words.current} />
            ) : (
              <Button key={id} size="small" aria-label={words.revokeOf(agent)} onClick={() => void revoke(id)}>
                {words.revoke}
              </Button>
            ),
          ])}
        />
      )}
    </>
  );
}
