import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import type { WireNoticePreferences } from '@shp/shared/api/notices/calls';
import { hasDuty } from '@shp/shared/domain/accounts/duties';
import { LANGS, type Lang } from '@shp/shared/domain/lib/lang';
import { CHANNELS, type Channel, NOTICE_KINDS } from '@shp/shared/domain/notices/kinds';
import type { Timings as Values } from '@shp/shared/domain/notices/preferences';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { client } from '../../../core/client.ts';
import { useNoticesText } from '../../../core/i18n/noticesTexts.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useUser } from '../../../core/session.ts';
import { useToast } from '../../../core/useToast.ts';
import { CopyOnceValue } from '../../../ui/CopyOnceValue.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { FormGrid } from '../../../ui/FormGrid.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { SaveBar } from '../SaveBar.tsx';
import { Section } from '../settings/Section.tsx';
import { Timings } from './Timings.tsx';

const KEY = ['notice/preferences'];
const FORM = 'notices';

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
  const [typed, setTyped] = useState(() => typedOf(first));
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (some: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...some }));
  const count = changesIn(first, typed);
  const isOpen = (channel: Channel) => typed[channel].trim() !== '';

  async function send(input: Parameters<typeof client.call<'POST notice/preferences'>>[1]) {
    setBusy(true);
    try {
      const { secret: made, ...now } = await client.call('POST notice/preferences', input);
      cache.setQueryData(KEY, now);
      setSecret(made ?? null);
      setFaults({});
      toast.done(web.saved);
      return now;
    } catch (error) {
      setFaults(error instanceof ApiError ? error.fields : {});
      toast.failed(error);
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (count === 0) return toast.done(text.unchanged);
    const { lang, kinds } = typed;
    const [mail, webhook] = [typed.mail.trim() || null, typed.webhook.trim() || null];
    const now = await send({ lang, kinds, mail, ...(webhook === first.webhook ? {} : { webhook }) });
    if (now) setTyped(typedOf(now));
  }

  return (
    <Stack component="form" id={FORM} noValidate spacing={3} sx={{ maxWidth: 860 }} onSubmit={save}>
      <Section title={text.where}>
        <Typography sx={{ mb: 1, color: 'text.secondary' }}>{text.how}</Typography>
        {!first.mailReady && <NoMail />}
        <FormGrid>
          <TextField
            label={text.mailAddress}
            value={typed.mail}
            onChange={({ target }) => change({ mail: target.value })}
            error={faults.mail !== undefined}
            helperText={faults.mail}
          />
          <TextField
            select
            label={text.language}
            value={typed.lang}
            onChange={({ target }) => change({ lang: target.value as Lang })}
            slotProps={{ select: { native: true } }}
          >
            {LANGS.map((one) => (
              <option key={one} value={one}>
                {login.languages[one]}
              </option>
            ))}
          </TextField>
          <TextField
            label={text.webhookAddress}
            value={typed.webhook}
            onChange={({ target }) => change({ webhook: target.value })}
            error={faults.webhook !== undefined}
            helperText={faults.webhook ?? text.webhookHint}
          />
          {first.webhook !== null && (
            <Button
              disabled={busy}
              onClick={() => void send({ newSecret: true })}
              sx={{ justifySelf: 'start', minHeight: 40 }}
            >
              {text.newSecret}
            </Button>
          )}
        </FormGrid>
        {secret !== null && (
          <Alert severity="success" sx={{ mt: 2 }}>
            {text.secret}
            <CopyOnceValue value={secret} />
          </Alert>
        )}
      </Section>
      <Section title={text.when}>
        {CHANNELS.some(isOpen) && (
          <Timings values={typed.kinds} channels={CHANNELS.filter(isOpen)} onChange={(kinds) => change({ kinds })} />
        )}
        {CHANNELS.filter((channel) => !isOpen(channel)).map((channel) => (
          <Typography key={channel} sx={{ mt: 1, color: 'text.secondary' }}>
            {text.closed[channel]}
          </Typography>
        ))}
      </Section>
      <SaveBar
        form={FORM}
        count={count}
        note={count > 0 ? text.unsaved(count) : text.unchanged}
        discard={text.discard}
        busy={busy}
        onDiscard={() => setTyped(typedOf(first))}
      />
    </Stack>
  );
}

/** What to do where the server cannot send mail. */
function NoMail() {
  const text = useNoticesText();
  const { common } = useText();
  const user = useUser();
  const maySet = user.role === 'admin' && hasDuty(user, 'system');
  return (
    <Alert severity="warning" sx={{ mb: 1 }}>
      {text.noMail}
      {common.marks.gap}
      {maySet ? (
        <Link underline="always" component={RouterLink} to="/profile?tab=settings#section-notices">
          {text.noMailSet}
        </Link>
      ) : (
        text.noMailAsk
      )}
    </Alert>
  );
}

type Typed = { lang: Lang; kinds: Values } & Record<Channel, string>;

const typedOf = ({ lang, kinds, mail, webhook }: WireNoticePreferences): Typed => ({
  lang,
  kinds,
  mail: mail ?? '',
  webhook: webhook ?? '',
});

/** How many fields and timings differ from what is stored. */
function changesIn(first: WireNoticePreferences, typed: Typed): number {
  const before = typedOf(first);
  const fields = [typed.lang !== before.lang, ...CHANNELS.map((one) => typed[one].trim() !== before[one])];
  const timings = NOTICE_KINDS.flatMap((kind) =>
    CHANNELS.map((channel) => typed.kinds[kind][channel] !== before.kinds[kind][channel]),
  );
  return [...fields, ...timings].filter(Boolean).length;
}
