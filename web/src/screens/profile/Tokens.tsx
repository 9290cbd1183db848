import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { invalidateQueries } from '../../core/invalidateQueries.ts';
import { useToast } from '../../core/useToast.ts';
import { Clock } from '../../ui/Clock.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useProfileText } from './profileText.ts';
import { TokenDialog } from './TokenDialog.tsx';

const TOKENS = ['session/tokens'];

/** The user's access tokens for scripts. */
export function Tokens() {
  const { common, web } = useText();
  const { tokens: words, tabs } = useProfileText();
  const toast = useToast();
  const cache = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<{ id: string; name: string } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: TOKENS,
    queryFn: ({ signal }) => client.call('GET session/tokens', {}, { signal }),
  });

  async function revoke(id: string) {
    try {
      const { made } = await client.call('POST session/revoke_token', { id });
      toast.done(made > 0 ? words.revokedMade(made) : words.revoked);
    } catch (failure) {
      toast.failed(failure);
    }
    await refetch();
  }

  function close() {
    setCreating(false);
    void invalidateQueries(cache, { queryKey: TOKENS });
  }

  const create = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
        <Typography sx={{ flex: '1 1 auto' }}>{words.note}</Typography>
        {data?.length !== 0 && create}
      </Box>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={2} />}
      {data?.length === 0 && <Empty action={create}>{words.empty}</Empty>}
      {data && data.length > 0 && (
        <PlainTable
          label={tabs.tokens}
          headings={[words.name, words.scopes, words.expiresAt, words.lastUsedAt, words.createdAt, web.list.actions]}
          rows={data.map(({ id, name, scopes, expiresAt, lastUsedAt, createdAt }) => [
            name,
            scopes.map((scope) => words.scope[scope]).join(common.marks.list),
            <Clock key="expiresAt" at={expiresAt} />,
            lastUsedAt === null ? web.users.never : <Clock key="lastUsedAt" at={lastUsedAt} />,
            <Clock key="createdAt" at={createdAt} />,
            <Button key={id} size="small" aria-label={words.revokeOf(name)} onClick={() => setAsked({ id, name })}>
              {words.revoke}
            </Button>,
          ])}
        />
      )}
      {creating && <TokenDialog onClose={close} />}
      {asked && (
        <ConfirmDialog
          question={words.revokeAsk(asked.name)}
          yes={words.revoke}
          onYes={() => revoke(asked.id)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
