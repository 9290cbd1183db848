import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { dutiesOf, type SeparationPlan, separationPlan, withSeveral } from '@shp/shared/domain/accounts/duties';
import { PRESETS, type Preset, settingsOfPreset } from '@shp/shared/domain/settingPresets';
import { type Settings, settingChanges } from '@shp/shared/domain/settings';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { client } from '../../../core/client.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useUser } from '../../../core/session.ts';
import { useToast } from '../../../core/useToast.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useAdministrationText } from '../administrationText.ts';
import { ChangeList } from '../audit/Changes.tsx';
import { shownChanges } from './changesOf.ts';
import { Section } from './Section.tsx';

/** Accounts in the way of separate duties, and what comes first. */
type Blocked = { readonly named: string; readonly plan: SeparationPlan };
type Props = { id: string; stored: Settings; onSet: (settings: Partial<Settings>) => Promise<void> };

/** Sets of security settings: shows what would change, then sets it. */
export function Presets({ id, stored, onSet }: Props) {
  const { common, web } = useText();
  const { presets: text } = useAdministrationText().settings;
  const { account } = useUser();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Preset | null>(null);
  const [blocked, setBlocked] = useState<Blocked | null>(null);

  async function choose(preset: Preset) {
    setBlocked(null);
    const wanted = settingsOfPreset(preset, stored);
    setBusy(true);
    try {
      const found = wanted.separateDuties && !stored.separateDuties ? await blockedBy() : null;
      if (found) setBlocked(found);
      else setAsked(preset);
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  }

  async function blockedBy(): Promise<Blocked | null> {
    const { items } = await client.call('GET user/managers', { role: 'admin', size: 200 });
    const plan = separationPlan(items, account);
    const { duties, marks } = common;
    const several = withSeveral(items).map((one) =>
      duties.of(
        one.account,
        dutiesOf(one)
          .map((duty) => duties.names[duty])
          .join(marks.list),
      ),
    );
    return plan && { plan, named: several.join(marks.list) };
  }

  async function set(preset: Preset) {
    try {
      await onSet(settingsOfPreset(preset, stored));
    } catch (error) {
      toast.failed(error);
    }
  }

  return (
    <Section id={id} title={text.title}>
      <Typography sx={{ mb: 1 }}>{text.about}</Typography>
      <Stack direction="row" spacing={1}>
        {PRESETS.map((preset) => {
          const isCurrent = settingChanges(stored, settingsOfPreset(preset, stored)).length === 0;
          return (
            <Button
              key={preset}
              variant="outlined"
              disabled={busy || isCurrent}
              onClick={() => void choose(preset)}
              sx={isCurrent ? CURRENT : {}}
            >
              {isCurrent ? text.current(text.names[preset]) : text.names[preset]}
            </Button>
          );
        })}
      </Stack>
      {blocked && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {common.duties.several(blocked.named)}
          <ol>
            {blocked.plan.add.map((duty) => (
              <li key={duty}>{text.add(common.duties.names[duty])}</li>
            ))}
            {blocked.plan.keep.map((one) => (
              <li key={one.account}>{text.keep(one.account, common.duties.names[one.duty])}</li>
            ))}
          </ol>
          <Link component={RouterLink} to="/managers">
            {common.menu.managers}
          </Link>
        </Alert>
      )}
      {asked && (
        <ConfirmDialog
          question={text.ask(text.names[asked])}
          note={<ChangeList kind="settings" changes={shownChanges(stored, settingsOfPreset(asked, stored))} />}
          yes={web.save}
          grave={false}
          onYes={() => set(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  );
}

/** The set that holds is read, not chosen. */
const CURRENT = { '&.Mui-disabled': { color: 'text.primary', borderColor: 'primary.main' } } as const;
