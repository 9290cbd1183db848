import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { FACTOR_KINDS, type FactorKind } from '@shp/shared/domain/accounts/factors';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { client } from '../../../core/client.ts';
import { useFactorsText } from '../../../core/i18n/factorsText.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useToast } from '../../../core/useToast.ts';
import { Clock } from '../../../ui/Clock.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AddTotp } from './AddTotp.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const AddPasskey = lazy(() => import('./AddPasskey.tsx'));

/** The user's second factors and recovery codes. */
export default function Factors() {
  const { common, web } = useText();
  const words = useFactorsText();
  const toast = useToast();
  const [adding, setAdding] = useState<FactorKind | null>(null);
  const [asked, setAsked] = useState<{ id: string; name: string } | 'codes' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['session/factors'],
    queryFn: ({ signal }) => client.call('GET session/factors', {}, { signal }),
  });

  async function change(work: () => Promise<void>) {
    try {
      await work();
    } catch (failure) {
      toast.failed(failure);
    }
    await refetch();
  }
  const remove = (id: string) =>
    change(async () => {
      await client.call('POST session/remove_factor', { id });
      toast.done(words.removed);
    });
  const renew = () => change(async () => setCodes((await client.call('POST session/recovery_codes', {})).codes));

  function added(fresh: readonly string[] | null) {
    setAdding(null);
    if (fresh === null) toast.done(words.added);
    else setCodes(fresh);
    void refetch();
  }

  const isNone = data?.factors.length === 0;
  const add = (
    <Stack
      direction="row"
      sx={{ mb: 2, flexWrap: 'wrap', alignItems: 'center', justifyContent: isNone ? 'center' : 'start', gap: 1 }}
    >
      <Button variant="contained" startIcon={<Add />} onClick={() => setAdding('totp')}>
        {words.add.totp}
      </Button>
      {data?.site === location.origin && (
        <Button variant="outlined" startIcon={<Add />} onClick={() => setAdding('passkey')}>
          {words.add.passkey}
        </Button>
      )}
      {data?.site === null && <Typography color="text.secondary">{words.passkey.nowhere}</Typography>}
      {data?.site && data.site !== location.origin && (
        <Typography color="text.secondary" sx={{ flex: '1 0 100%' }}>
          {words.passkey.elsewhere}
          {common.marks.gap}
          <Link underline="always" href={`${data.site}/profile?tab=factors`}>
            {new URL(data.site).host}
          </Link>
        </Typography>
      )}
    </Stack>
  );
  return (
    <>
      <Typography>{words.note}</Typography>
      <Box component="ul" sx={KINDS}>
        {FACTOR_KINDS.map((kind) => (
          <li key={kind}>
            <b>{words.kinds[kind]}</b>
            {common.marks.colon}
            {words.means[kind]}
          </li>
        ))}
      </Box>
      {data?.required && data.factors.length === 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {words.required}
        </Alert>
      )}
      {!isNone && add}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={2} />}
      {isNone && <Empty action={add}>{words.empty}</Empty>}
      {data && data.factors.length > 0 && (
        <>
          <PlainTable
            label={words.title}
            headings={[words.kind, words.name, words.createdAt, words.lastUsedAt, web.list.actions]}
            rows={data.factors.map(({ id, kind, name, createdAt, lastUsedAt }) => [
              words.kinds[kind],
              name,
              <Clock key="createdAt" at={createdAt} />,
              lastUsedAt === null ? web.users.never : <Clock key="lastUsedAt" at={lastUsedAt} />,
              <Button key={id} size="small" aria-label={words.removeOf(name)} onClick={() => setAsked({ id, name })}>
                {words.remove}
              </Button>,
            ])}
          />
          <Stack direction="row" spacing={2} sx={{ mt: 2, alignItems: 'center' }}>
            <Typography>{words.codes.left(data.codes)}</Typography>
            <Button onClick={() => setAsked('codes')}>{words.codes.renew}</Button>
          </Stack>
        </>
      )}
      {adding === 'totp' && <AddTotp onClose={() => setAdding(null)} onAdded={added} />}
      {adding === 'passkey' && (
        <Suspense>
          <AddPasskey onClose={() => setAdding(null)} onAdded={added} />
        </Suspense>
      )}
      {asked && (
        <ConfirmDialog
          question={asked === 'codes' ? words.codes.renewAsk : words.removeAsk(asked.name)}
          yes={asked === 'codes' ? words.codes.renew : words.remove}
          onYes={() => (asked === 'codes' ? renew() : remove(asked.id))}
          onClose={() => setAsked(null)}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

const KINDS = { mt: 0.5, mb: 2, pl: 2.5, color: 'text.secondary' } as const;
