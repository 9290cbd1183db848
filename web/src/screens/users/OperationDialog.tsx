import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useFactorsText } from '../../core/i18n/factorsText.ts';
import { useText } from '../../core/i18n/texts.ts';
import { invalidateQueries } from '../../core/invalidateQueries.ts';
import { useToast } from '../../core/useToast.ts';
import { RunProgress } from '../../ui/RunProgress.tsx';
import { runAll } from '../../ui/runAll.ts';
import { useDialogsText } from './dialogsText.ts';
import { type EffectOperation, Effects } from './Effects.tsx';
import { OperationResult } from './OperationResult.tsx';
import { type Done, OPERATIONS, type Operation, type Target } from './operations.ts';

const TAKING: Partial<Record<Operation, EffectOperation>> = { delete: 'delete', remove: 'delete', reset: 'reset' };

type Props = {
  kind: UserKind;
  operation: Operation;
  targets: readonly Target[];
  /** Called when the user closes the result; `changed`: whether anything was done. */
  onClose: (changed: boolean) => void;
};

/** Confirms an operation, runs it on one user or many, and shows each result. */
export default function OperationDialog({ kind, operation, targets, onClose }: Props) {
  const { web } = useText();
  const toast = useToast();
  const [finished, setFinished] = useState<number | null>(null);
  const [results, setResults] = useState<readonly Done[] | null>(null);
  const factors = useFactorsText();
  const [ofFactors, setOfFactors] = useState(false);
  const chosen = ofFactors ? 'resetFactor' : operation;
  const { operations } = useDialogsText();
  const words = ofFactors ? factors.reset : { ...web.users.operations[operation], ...operations[operation] };
  const taking = TAKING[operation];
  const cache = useQueryClient();
  const [{ agreed, ends }, setAgreed] = useState({ agreed: taking === undefined, ends: false });
  const onAgreed = useCallback((agreed: boolean, ends: boolean) => setAgreed({ agreed, ends }), []);
  const [only] = targets;
  const question = targets.length === 1 && only ? words.one(only.name) : words.many(targets.length);

  async function run() {
    setFinished(0);
    const outcomes = await runAll(targets, ({ id }) => OPERATIONS[chosen](id), {
      onOutcome: () => setFinished((count) => (count ?? 0) + 1),
    });
    const done = targets.flatMap((target, index) => {
      const outcome = outcomes[index];
      return outcome ? [{ target, outcome }] : [];
    });
    const plain =
      done.length === targets.length && done.every(({ outcome }) => outcome.done && outcome.result === null);
    if (!plain) return setResults(done);
    toast.done(words.done(done.length), operation === 'delete' && !ends ? recoverAll : undefined);
    onClose(true);
  }

  async function recoverAll() {
    const outcomes = await runAll(targets, ({ id }) => OPERATIONS.recover(id));
    await invalidateQueries(cache, { queryKey: [kind, 'getList'] });
    const failed = outcomes.find((outcome) => outcome && !outcome.done);
    if (failed && !failed.done) throw failed.error;
  }

  if (results) return <OperationResult kind={kind} words={words} results={results} onClose={() => onClose(true)} />;
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="operation" aria-describedby="operation-note">
      <DialogTitle id="operation">{question}</DialogTitle>
      <DialogContent id="operation-note">
        {finished === null ? (
          <>
            {operation === 'reset' && <ResetChoice ofFactors={ofFactors} onChange={setOfFactors} />}
            <Typography>{words.note}</Typography>
            {taking && <Effects taking={taking} targets={targets} onAgreed={onAgreed} />}
          </>
        ) : (
          <RunProgress done={finished} total={targets.length} label={web.users.running} />
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={finished !== null} onClick={() => onClose(false)}>
          {web.cancel}
        </Button>
        <Button
          variant="contained"
          color={taking === 'delete' ? 'error' : 'primary'}
          disabled={!agreed}
          loading={finished !== null}
          onClick={() => void run()}
        >
          {words.action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Resets the password, or the second factors of an account that has lost them. */
function ResetChoice({ ofFactors, onChange }: { ofFactors: boolean; onChange: (ofFactors: boolean) => void }) {
  const { reset: words } = useFactorsText();
  return (
    <RadioGroup
      row
      aria-label={words.what}
      value={String(ofFactors)}
      onChange={(_event, value) => onChange(value === 'true')}
      sx={{ mb: 1 }}
    >
      <FormControlLabel value="false" control={<Radio />} label={words.password} />
      <FormControlLabel value="true" control={<Radio />} label={words.factors} />
    </RadioGroup>
  );
}
