import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Finding } from '@shp/shared/api/findings/objects';
import type { FileItem } from '@shp/shared/api/objects';
import { FINDING_TEXT_MAX, lacksEvidence } from '@shp/shared/domain/findings/finding';
import { FINDING_STEPS, type FindingStep, judgeFindingStep } from '@shp/shared/domain/findings/steps';
import { dayOf } from '@shp/shared/domain/lib/days';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from '../../core/assessmentQueries.ts';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { messageOf } from '../../core/messages.ts';
import { useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
import { Camera } from '../../files/camera/Camera.tsx';
import { AddFiles } from '../../files/upload/AddFiles.tsx';
import { useUpload } from '../../files/upload/useUploads.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
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
  /** Draws the fields, and the button that takes the step. */
  children: (fields: ReactNode, button: ReactNode) => ReactNode;
};

/**
 * The user's next step, chosen where there are several, and judged by the rules that the server has. What was reported
 * done without evidence has no step chosen beforehand.
 */
export function StepForm({ finding, assessment, loose, uploading, children }: Props) {
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
  const [choice, setChoice] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const steps = FINDING_STEPS.filter(({ from, to }) => from === finding.state && finding.actions.includes(to));

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
          toast.done(words.taken[step.name]);
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

  const [first] = steps;
  if (!first) return children(null, null);
  const isOpen = steps.length > 1 && lacksEvidence(finding.state, finding.events);
  const chosen = steps.find(({ to }) => to === choice) ?? (isOpen ? null : first);
  const fields = (
    <Stack spacing={2}>
      {error !== null && <Alert severity="error">{messageOf(error, login)}</Alert>}
      {steps.length > 1 && (
        <RadioGroup row aria-label={words.next} value={chosen?.to ?? null} onChange={(_, to) => setChoice(to)}>
          {steps.map(({ to, name }) => (
            <FormControlLabel key={to} value={to} control={<Radio />} label={rules.findingSteps[name]} />
          ))}
        </RadioGroup>
      )}
      {chosen?.needs.includes('text') && (
        <TextField
          label={words.texts[chosen.name]}
          value={text}
          onChange={(event) => setText(event.target.value)}
          multiline
          minRows={2}
          error={faults.text !== undefined}
          helperText={help('text')}
          slotProps={{ htmlInput: { maxLength: FINDING_TEXT_MAX - 200 } }}
        />
      )}
      {chosen?.name === 'plan' && (
        <TextField
          label={words.person}
          value={person}
          onChange={(event) => setPerson(event.target.value)}
          error={faults.person !== undefined}
          helperText={help('person')}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      )}
      {chosen?.may.includes('due') && (
        <DateField
          label={chosen.name === 'plan' ? words.day : words.dueOf}
          value={due}
          onChange={setDue}
          error={faults.due !== undefined}
          helperText={help('due')}
        />
      )}
      {finding.mayAddFiles && (
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
      )}
    </Stack>
  );
  if (!chosen) return children(fields, null);
  // Nothing opens a closed finding again: it is asked for once.
  const ends = chosen.name === 'close';
  const button = (
    <>
      <Button
        variant="contained"
        disabled={uploading}
        loading={busy}
        onClick={() => (ends ? setAsking(true) : void take(chosen))}
      >
        {rules.findingSteps[chosen.name]}
      </Button>
      {asking && (
        <ConfirmDialog
          question={words.closeAsk(finding.no)}
          note={words.closeNote}
          yes={rules.findingSteps[chosen.name]}
          grave={false}
          onYes={() => take(chosen)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
  return children(fields, button);
}
