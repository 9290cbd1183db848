import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { Clock } from '../../ui/Clock.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HueChip } from '../../ui/StatusChip.tsx';
import { deviceName } from './deviceName.ts';
import { useProfileText } from './profileText.ts';

/** The devices on which the user is logged in. */
export function Sessions() {
  const { web } = useText();
  const { sessions: words, tabs } = useProfileText();
  const toast = useToast();
  const { data, error, refetch } = useQuery({
    queryKey: ['session/sessions'],
    queryFn: ({ signal }) => client.call('GET session/sessions', {}, { signal }),
  });

  const [asked, setAsked] = useState(false);

  async function revoke(id: string) {
    try {
      await client.call('POST session/revoke_session', { id });
      toast.done(words.revoked);
    } catch (failure) {
      toast.failed(failure);
    }
    await refetch();
  }

  const others = data?.filter(({ current }) => !current) ?? [];

  async function revokeOthers() {
    try {
      for (const { id } of others) await client.call('POST session/revoke_session', { id });
      toast.done(words.revokedOthers);
    } catch (failure) {
      toast.failed(failure);
    }
    setAsked(false);
    await refetch();
  }

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
        <Typography sx={{ flex: '1 1 auto' }}>{words.note}</Typography>
        {others.length > 0 && (
          <Button variant="outlined" onClick={() => setAsked(true)}>
            {words.revokeOthers}
          </Button>
        )}
      </Box>
      {asked && (
        <ConfirmDialog
          question={words.revokeOthersAsk(others.length)}
          yes={words.revokeOthers}
          onYes={revokeOthers}
          onClose={() => setAsked(false)}
        />
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={2} />}
      {data && (
        <PlainTable
          label={tabs.sessions}
          headings={[words.agent, words.createdAt, words.lastUsedAt, words.address, web.list.actions]}
          headed
          rows={data
            .toSorted((a, b) => Number(b.current) - Number(a.current))
            .map(({ id, createdAt, lastUsedAt, address, agent, current }) => [
              <Box key="agent" component="span" title={agent} sx={{ fontWeight: 600 }}>
                {deviceName(agent)} {current && <HueChip hue="green">{words.current}</HueChip>}
              </Box>,
              <Clock key="createdAt" at={createdAt} />,
              <Clock key="lastUsedAt" at={lastUsedAt} />,
              address,
              current ? (
                ''
              ) : (
                <Button
                  key={id}
                  size="small"
                  aria-label={words.revokeOf(deviceName(agent))}
                  onClick={() => void revoke(id)}
                >
                  {words.revoke}
                </Button>
              ),
            ])}
        />
      )}
    </>
  );
}
