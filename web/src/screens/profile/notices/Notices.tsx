import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import type { WireNoticePreferences } from '@shp/shared/api/notices/calls';
import { LANGS, type Lang } from '@shp/shared/domain/lib/lang';
import { CHANNELS, type Channel, NOTICE_KINDS, type NoticeKind } from '@shp/shared/domain/notices/kinds';
import { TIMINGS, type Timing } from '@shp/shared/domain/notices/preferences';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { client } from '../../../core/client.ts';
import { useNoticesText } from '../../../core/i18n/noticesTexts.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useToast } from '../../../core/useToast.ts';
import { CopyOnceValue } from '../../../ui/CopyOnceValue.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';

const KEY = ['notice/preferences'];

/** Where and when the user's notices are sent. */
export default function Notices() {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('GET notice/preferences', {}, { signal }),
    refetchOnMount: 'always',
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount) return <Skeleton rows={8} height={48} />;
  return <Preferences first={data} />;
}

function Preferences({ first }: { first: WireNoticePreferences }) {
  const { login, web } = useText();
  const text = useNoticesText();
  const toast = useToast();
  const cache = useQueryClient();
  const [typed, setTyped] = useState({ ...first, mail: first.mail ?? '', webhook: first.webhook ?? '' });
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (some: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...some }));

  async function save(event: FormEvent | null, more: { newSecret?: true } = {}) {
    event?.preventDefault();
    setBusy(true);
    try {
      const { lang, kinds } = typed;
      const [mail, webhook] = [typed.mail.trim() || null, typed.webhook.trim() || null];
      const moved = webhook === first.webhook ? {} : { webhook };
      const { secret: made, ...now } = await client.call('POST notice/preferences', {
        lang,
        kinds,
        mail,
        ...moved,
        ...more,
      });
      cache.setQueryData(KEY, now);
      setSecret(made ?? null);
      setFaults({});
      toast.done(web.saved);
    } catch (error) {
      setFaults(error instanceof ApiError ? error.fields : {});
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  }

  const timing = (kind: NoticeKind, channel: Channel) => (
    <TextField
      select
      size="small"
      value={typed.kinds[kind][channel]}
      onChange={({ target }) =>
        change({ kinds: { ...typed.kinds, [kind]: { ...typed.kinds[kind], [channel]: target.value as Timing } } })
      }
      slotProps={{
        select: { native: true },
        htmlInput: { 'aria-label': `${text.kinds[kind]}, ${text.channels[channel]}` },
      }}
    >
      {TIMINGS.map((one) => (
        <option key={one} value={one}>
          {text.timings[one]}
        </option>
      ))}
    </TextField>
  );

  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      sx={{ maxWidth: 720 }}
      onSubmit={(event: FormEvent) => void save(event)}
    >
      <Typography color="text.secondary">{text.how}</Typography>
      {!first.mailReady && <Alert severity="info">{text.noMail}</Alert>}
      <TextField
        label={text.mailAddress}
        value={typed.mail}
        onChange={({ target }) => change({ mail: target.value })}
        error={faults.mail !== undefined}
        helperText={faults.mail}
      />
      <TextField
        label={text.webhookAddress}
        value={typed.webhook}
        onChange={({ target }) => change({ webhook: target.value })}
        error={faults.webhook !== undefined}
        helperText={faults.webhook ?? text.webhookHint}
      />
      {secret !== null && (
        <Alert severity="success">
          {text.secret}
          <CopyOnceValue value={secret} />
        </Alert>
      )}
      <TextField
        select
        label={login.language}
        value={typed.lang}
        onChange={({ target }) => change({ lang: target.value as Lang })}
        slotProps={{ select: { native: true } }}
        sx={{ maxWidth: 240 }}
      >
        {LANGS.map((one) => (
          <option key={one} value={one}>
            {login.languages[one]}
          </option>
        ))}
      </TextField>
      <PlainTable
        headed
        label={text.title}
        headings={[text.kind, ...CHANNELS.map((channel) => text.channels[channel])]}
        rows={NOTICE_KINDS.map((kind) => [text.kinds[kind], ...CHANNELS.map((channel) => timing(kind, channel))])}
      />
      <Stack direction="row" spacing={1}>
        <Button type="submit" variant="contained" loading={busy}>
          {web.save}
        </Button>
        {first.webhook !== null && (
          <Button disabled={busy} onClick={() => void save(null, { newSecret: true })}>
            {text.newSecret}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
