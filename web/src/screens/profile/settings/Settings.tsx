import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import type { Settings as Values } from '@shp/shared/domain/settings';
import { LEVELS } from '@shp/shared/domain/statuses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-admin';
import { client } from '../../../client.ts';
import { useTell } from '../../../tell.ts';
import { useText } from '../../../texts.ts';
import { Failure } from '../../../ui/Failure.tsx';
import { FormGrid } from '../../../ui/FormGrid.tsx';
import { useAdministrationText } from '../administrationText.ts';
import { changesOf } from './changesOf.ts';
import { AcceptInput, LevelsInput, LinkInput, NumberInput } from './inputs.tsx';

const KEY = ['system/settings'];
const LINKS = ['sponsor', 'organiser', 'support'] as const;

/** The system's settings (DOMAIN.md section 9). Only what was changed is sent, so that two administrators do not undo each other. */
export default function Settings() {
  const { login } = useText();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('GET system/settings', {}, { signal }),
    refetchOnMount: 'always',
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount) return <LinearProgress aria-label={login.loading} />;
  return <SettingsForm first={data as Values} />;
}

/** What is typed outlives what others read or change meanwhile: the settings as they were seen first stay until they are saved. */
function SettingsForm({ first }: { first: Values }) {
  const { common, web } = useText();
  const { settings: text } = useAdministrationText();
  const tell = useTell();
  const cache = useQueryClient();
  const [kept, setKept] = useState(first);
  const [busy, setBusy] = useState(false);

  /** Answers the problems of fields, for the form to show. */
  async function save(typed: Record<string, unknown>): Promise<Record<string, string> | undefined> {
    const changes = changesOf(kept, typed);
    if (Object.keys(changes).length === 0) {
      tell.done(text.unchanged);
      return;
    }
    setBusy(true);
    try {
      const now = await client.call('POST system/update_settings', changes);
      cache.setQueryData(KEY, now);
      setKept(now as Values);
      tell.done(web.saved);
      return;
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      tell.failed(Object.keys(fields).length > 0 ? text.invalid : error);
      return fields;
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form<Record<string, unknown>>
      key={JSON.stringify(kept)}
      defaultValues={kept}
      mode="onBlur"
      noValidate
      onSubmit={save}
    >
      <Stack spacing={3} sx={{ maxWidth: 760 }}>
        <Group title={text.groups.applications}>
          <AcceptInput source="acceptApplications" label={text.acceptApplications} />
          <LevelsInput source="openLevels" label={text.openLevels} />
        </Group>
        <Group title={text.groups.review}>
          <NumberInput source="minExperts" label={text.minExperts} />
          <NumberInput source="validYears" label={text.validYears} />
          <NumberInput source="remindDays" label={text.remindDays} />
        </Group>
        <Group title={text.groups.thresholds} note={text.thresholdsNote}>
          {LEVELS.flatMap((level) => [
            <NumberInput
              key={`${level}.score`}
              source={`thresholds.${level}.score`}
              label={text.score(common.levels[level])}
            />,
            <NumberInput
              key={`${level}.chapter`}
              source={`thresholds.${level}.chapter`}
              label={text.chapter(common.levels[level])}
            />,
          ])}
        </Group>
        <Group title={text.groups.files}>
          <NumberInput source="maxFileMB" label={text.maxFileMB} />
          <NumberInput source="maxAssessmentMB" label={text.maxAssessmentMB} />
        </Group>
        <Group title={text.groups.footer}>
          {LINKS.flatMap((link) => [
            <LinkInput key={`${link}.name`} source={`footer.${link}.name`} label={text.linkName(web.footer[link])} />,
            <LinkInput key={`${link}.url`} source={`footer.${link}.url`} label={text.linkUrl(web.footer[link])} />,
          ])}
        </Group>
        <Group title={text.groups.security}>
          <NumberInput source="sessionHours.idle" label={text.idle} />
          <NumberInput source="sessionHours.max" label={text.max} />
          <NumberInput source="loginAttempts.account" label={text.account} />
          <NumberInput source="loginAttempts.address" label={text.address} />
        </Group>
        <Button type="submit" variant="contained" loading={busy} sx={{ alignSelf: 'start' }}>
          {web.save}
        </Button>
      </Stack>
    </Form>
  );
}

function Group({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {note !== undefined && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {note}
        </Alert>
      )}
      <FormGrid>{children}</FormGrid>
    </section>
  );
}
