import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import { ApiError } from '@shp/shared/api/errors';
import { SETTING_LEAVES, type SettingGroup, settingAt, type Settings as Values } from '@shp/shared/domain/settings';
import { sentence } from '@shp/shared/text/sentence';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { client } from '../../../core/client.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useToast } from '../../../core/useToast.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { FormGrid } from '../../../ui/FormGrid.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useAdministrationText } from '../administrationText.ts';
import { ChangeList } from '../audit/Changes.tsx';
import { SaveBar } from '../SaveBar.tsx';
import { changesOf, shownChanges } from './changesOf.ts';
import { Holidays } from './Holidays.tsx';
import { SettingInput, useSettingWord } from './inputs.tsx';
import { Presets } from './Presets.tsx';
import { Section } from './Section.tsx';
import { SectionIndex } from './SectionIndex.tsx';

const KEY = ['system/settings'];
const FORM = 'settings';
const GROUPS = [...new Set(SETTING_LEAVES.map(({ group }) => group))];

/** The system's settings. Only changed keys are sent, so that two administrators do not overwrite each other. */
export default function Settings() {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('GET system/settings', {}, { signal }),
    refetchOnMount: 'always',
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount) return <Skeleton rows={10} height={56} />;
  return <SettingsForm first={data as Values} />;
}

/** The form compares with the settings first read until it saves, so that a refetch does not discard typed values. */
function SettingsForm({ first }: { first: Values }) {
  const { web } = useText();
  const { settings: text } = useAdministrationText();
  const toast = useToast();
  const cache = useQueryClient();
  const [stored, setStored] = useState(first);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ changes: Partial<Values>; answer: (yes: boolean) => void } | null>(null);

  const agreed = (changes: Partial<Values>) => new Promise<boolean>((answer) => setAsked({ changes, answer }));
  const close = (yes: boolean) => {
    asked?.answer(yes);
    setAsked(null);
  };

  async function send(changes: Partial<Values>) {
    const now = await client.call('POST system/update_settings', changes);
    cache.setQueryData(KEY, now);
    setStored(now as Values);
  }

  /** Sets a preset, with undo. */
  async function apply(wanted: Partial<Values>) {
    const before = Object.keys(wanted).map((key) => [key, stored[key as keyof Values]]);
    await send(wanted);
    toast.done(web.saved, () => send(Object.fromEntries(before)));
  }

  /** Returns the problems by field, for the form to show. */
  async function save(typed: Record<string, unknown>): Promise<Record<string, string> | undefined> {
    const changes = changesOf(stored, typed);
    if (Object.keys(changes).length === 0) {
      toast.done(text.unchanged);
      return;
    }
    if (!(await agreed(changes))) return;
    setBusy(true);
    try {
      await send(changes);
      const before = Object.keys(changes).map((key) => [key, stored[key as keyof Values]]);
      toast.done(web.saved, () => send(Object.fromEntries(before)));
      return;
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      toast.failed(Object.keys(fields).length > 0 ? text.invalid : error);
      return fields;
    } finally {
      setBusy(false);
    }
  }

  const notes: Partial<Record<SettingGroup, string>> = { thresholds: text.thresholdsNote };
  return (
    <Form<Record<string, unknown>>
      key={JSON.stringify(stored)}
      defaultValues={stored}
      mode="onBlur"
      id={FORM}
      noValidate
      onSubmit={save}
    >
      <Box sx={BESIDE}>
        <Index stored={stored} />
        <Stack spacing={3} divider={<Divider />}>
          <Presets id={idOf('presets')} stored={stored} onSet={apply} />
          {GROUPS.map((group) => (
            <Group key={group} id={idOf(group)} title={text.groups[group]} note={notes[group]}>
              <Inputs group={group} stored={stored} />
            </Group>
          ))}
        </Stack>
      </Box>
      <Changes stored={stored} busy={busy} />
      {asked && (
        <ConfirmDialog
          question={text.saveAsk}
          note={<WillChange stored={stored} changes={asked.changes} />}
          yes={web.save}
          grave={false}
          onYes={async () => close(true)}
          onClose={() => close(false)}
        />
      )}
    </Form>
  );
}

/** What is about to change, and what follows where that is not plain. */
function WillChange({ stored, changes }: { stored: Values; changes: Partial<Values> }) {
  const { settings: text } = useAdministrationText();
  const { minExperts, minIndependentExperts } = { ...stored, ...changes };
  const asksForMore = changes.minExperts !== undefined || changes.minIndependentExperts !== undefined;
  return (
    <>
      <ChangeList kind="settings" changes={shownChanges(stored, changes)} />
      {asksForMore && minIndependentExperts > minExperts && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {text.help.minIndependentExperts}
        </Alert>
      )}
    </>
  );
}

/** The inputs of a group; one that was changed is marked and says its value before. */
function Inputs({ group, stored }: { group: SettingGroup; stored: Values }) {
  const { common } = useText();
  const { settings: text } = useAdministrationText();
  const wordOf = useSettingWord();
  // Below its heading a label does not repeat it.
  const heading = `${text.groups[group]}${common.marks.colon}`;
  const changed = useChangedPaths(stored);
  return SETTING_LEAVES.filter((leaf) => leaf.group === group).map(({ path, def }) => {
    const isChanged = changed.includes(path);
    const before = isChanged ? wordOf(def, settingAt(stored, path)) : undefined;
    const help = path === 'holidays' ? text.holidays.help : text.help[path];
    const input = (
      <SettingInput
        source={path}
        label={sentence(text.labels[path].replace(heading, ''))}
        help={
          before === undefined ? (
            help
          ) : (
            <>
              {help && `${help}${common.marks.gap}`}
              <Box component="span" sx={BEFORE}>
                {text.before(before)}
              </Box>
            </>
          )
        }
        def={def}
      />
    );
    const isWide = def.kind === 'levels' || (def.kind === 'flag' && help !== undefined);
    return (
      <Box key={path} sx={{ ...(isWide && WIDE), ...(isChanged && CHANGED) }}>
        {path === 'holidays' ? <Holidays source={path}>{input}</Holidays> : input}
      </Box>
    );
  });
}

/** The index of the sections, with the changes in each. */
function Index({ stored }: { stored: Values }) {
  const { settings: text } = useAdministrationText();
  const changed = useChangedPaths(stored);
  const groupOf = new Map<string, SettingGroup>(SETTING_LEAVES.map(({ path, group }) => [path, group]));
  return (
    <SectionIndex
      entries={[
        { id: idOf('presets'), title: text.presets.title, changes: 0 },
        ...GROUPS.map((group) => ({
          id: idOf(group),
          title: text.groups[group],
          changes: changed.filter((path) => groupOf.get(path) === group).length,
        })),
      ]}
    />
  );
}

function Changes({ stored, busy }: { stored: Values; busy: boolean }) {
  const { common } = useText();
  const { settings: text } = useAdministrationText();
  const { reset } = useFormContext();
  const count = useChangedPaths(stored).length;
  return (
    <SaveBar
      form={FORM}
      count={count}
      note={count > 0 ? `${text.unsaved(count)}${common.marks.gap}${text.saveNote}` : text.unchanged}
      discard={text.discard}
      busy={busy}
      onDiscard={() => reset(stored)}
    />
  );
}

/** The settings whose typed value differs from the stored one. */
function useChangedPaths(stored: Values): string[] {
  return Object.keys(shownChanges(stored, changesOf(stored, useWatch())));
}

type GroupProps = { id: string; title: string; note?: string | undefined; children: ReactNode };

function Group({ id, title, note, children }: GroupProps) {
  return (
    <Section id={id} title={title}>
      {note !== undefined && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {note}
        </Alert>
      )}
      {id === idOf('footer') ? <Box sx={LINKS}>{children}</Box> : <FormGrid>{children}</FormGrid>}
    </Section>
  );
}

const idOf = (section: SettingGroup | 'presets') => `section-${section}`;

const WIDE = { gridColumn: '1 / -1' } as const;
const CHANGED = {
  '& .MuiOutlinedInput-root': { boxShadow: ({ palette }: Theme) => `inset 4px 0 ${palette.warning.main}` },
  '& .MuiOutlinedInput-root:not(.Mui-focused, .Mui-error) .MuiOutlinedInput-notchedOutline': {
    borderColor: 'warning.main',
  },
  '& .MuiCheckbox-root': { color: 'warning.main' },
} as const;
const BEFORE = { color: 'warning.main', fontWeight: 600 } as const;

/** Name and address of a link on one line. */
const LINKS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr)' },
  alignItems: 'start',
  gap: 2,
  pt: 1,
} as const;

const BESIDE = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '13rem minmax(0, 1fr)' },
  alignItems: 'start',
  columnGap: 4,
  rowGap: 2,
} as const;
