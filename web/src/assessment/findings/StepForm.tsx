import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Finding } from '@shp/shared/api/findings/objects';
import type { FileItem } from '@shp/shared/api/objects';
import { FINDING_TEXT_MAX } from '@shp/shared/domain/findings/finding';
import { FINDING_STEPS, type FindingStep, judgeFindingStep } from '@shp/shared/domain/findings/steps';
import { dayOf } from '@shp/shared/domain/lib/days';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../core/assessmentQueries.ts';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { messageOf } from '../../core/messages.ts';
import { useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
import { Camera } from '../../files/camera/Camera.tsx';
import { AddFiles } from '../../files/upload/AddFiles.tsx';
import { useUpload } from '../../files/upload/useUploads.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { useFindingText } from './texts.ts';
import { useCallOrKeep, useKeep } from './unsent.ts';

type Props = {
  finding: Finding;
  /** The assessment on whose page it is, or ''. */
  assessment: string;
  /** Evidence that no step names yet; the user's own goes with the step. */
  loose: readonly FileItem[];
  uploading: boolean;
};

/** The user's next step, judged by the rules that the server has. */
export function StepForm({ finding, assessment, loose, uploading }: Props) {
  const { login } = useText();
  const { findings, rules } = useFindingText();
  const words = findings.screen;
  const user = useUser();
  const toast = useToast();
  const cache = useQueryClient();
  const callOrKeep = useCallOrKeep();
  const keep = useKeep();
  const upload = useUpload(finding.id);
  const [text, setText] = useState('');
  const [person, setPerson] = useState('');
  const [due, setDue] = useState('');
  const [tried, setTried] = useState<FindingStep | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const steps = FINDING_STEPS.filter(({ from, to }) => from === finding.state && finding.actions.includes(to));
  const plans = steps.some(({ name }) => name === 'plan');
  const dated = steps.some(({ may }) => may.includes('due'));

  const faultsOf = ({ to, name, may }: FindingStep) => {
    const place = { station: finding.station.id, division: finding.station.division };
    const asked = { to, text, ...(due !== '' && may.includes('due') ? { due } : {}) };
    const verdict = judgeFindingStep(finding.state, place, user, asked, dayOf(new Date()));
    const faults = verdict.ok || verdict.code !== 'incomplete' ? {} : verdict.faults;
    return { ...faults, ...(name === 'plan' && person.trim() === '' ? { person: 'required' as const } : {}) };
  };
  const faults: Record<string, string | undefined> = tried ? faultsOf(tried) : {};
  const help = (key: string) =>
    faults[key] === undefined ? '' : faults[key] === 'pastDay' ? words.pastDay : words.required;

  async function take(step: FindingStep) {
    setTried(step);
    if (busy || uploading || Object.keys(faultsOf(step)).length > 0) return;
    setBusy(true);
    setError(null);
    const typed = step.needs.includes('text') ? text.trim() : '';
    const said = step.name === 'plan' ? words.answeredBy(typed, person.trim()) : typed;
    const files = loose.filter(({ by }) => by.id === user.id).map(({ id }) => id);
    const { id } = finding;
    const asked = { to: step.to, text: said, ...(due !== '' && step.may.includes('due') ? { due } : {}) };
    const events = finding.events.length;
    try {
      const isSent = await callOrKeep(
        async () => {
          const input = { id, events, ...asked, ...(files.length > 0 ? { files } : {}) };
          const after = await client.call('POST finding/step', input);
          cache.setQueryData(queries.finding(id).queryKey, after);
          toast.done(words.done(rules.findingSteps[step.name]));
          void cache.invalidateQueries({ queryKey: ['findings'] });
        },
        () => keep.step(assessment, id, { ...asked, of: { no: finding.no, text: finding.text } }, events),
      );
      if (!isSent) toast.done(words.kept);
    } catch (problem) {
      setError(problem);
      setBusy(false);
      void cache.invalidateQueries({ queryKey: queries.finding(finding.id).queryKey });
    }
  }

  // The fields belong to the steps that need a text: a step without stands above them with its own button.
  const worded = steps.filter(({ needs }) => needs.includes('text'));
  const bare = steps.filter(({ needs }) => !needs.includes('text'));
  const [first] = worded;
  const label = words.texts[first?.name === 'plan' || first?.name === 'finish' ? first.name : 'sendBack'];
  const evidence = finding.mayAddFiles && (
    <div>
      <AddFiles
        text={words.addEvidence}
        label={words.addEvidence}
        onFiles={(files) => upload({ target: 'finding', findingId: finding.id }, files)}
      />
      <Camera of={finding.id} target={{ target: 'finding', findingId: finding.id }} name={String(finding.no)} />
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
        {uploading ? words.uploading : words.evidenceNote}
      </Typography>
    </div>
  );
  const buttons = (some: readonly FindingStep[]) => (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {some.map((step) => (
        <Button
          key={step.to}
          variant={step.name === 'sendBack' ? 'outlined' : 'contained'}
          disabled={uploading}
          loading={busy && tried?.to === step.to}
          onClick={() => void take(step)}
        >
          {rules.findingSteps[step.name]}
        </Button>
      ))}
    </Box>
  );
  return (
    <Stack spacing={2} sx={{ pt: 1 }}>
      {error !== null && <Alert severity="error">{messageOf(error, login)}</Alert>}
      {bare.length > 0 && (
        <>
          {evidence}
          {buttons(bare)}
        </>
      )}
      <TextField
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        multiline
        minRows={2}
        error={faults.text !== undefined}
        helperText={help('text')}
        slotProps={{ htmlInput: { maxLength: FINDING_TEXT_MAX - 200 } }}
      />
      {plans && (
        <TextField
          label={words.person}
          value={person}
          onChange={(event) => setPerson(event.target.value)}
          error={faults.person !== undefined}
          helperText={help('person')}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      )}
      {dated && (
        <DateField
          label={plans ? words.day : words.dueOf}
          value={due}
          onChange={setDue}
          error={faults.due !== undefined}
          helperText={help('due')}
        />
      )}
      {bare.length === 0 && evidence}
      {buttons(worded)}
    </Stack>
  );
}
