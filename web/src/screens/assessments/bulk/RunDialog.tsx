import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { ApiError } from '@shp/shared/api/errors';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../core/i18n/texts.ts';
import { messageOf } from '../../../core/messages.ts';
import { useUser } from '../../../core/session.ts';
import { useToast } from '../../../core/useToast.ts';
import { withLock } from '../../../core/withLock.ts';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { RunProgress } from '../../../ui/RunProgress.tsx';
import { runAll } from '../../../ui/runAll.ts';
import { useListText } from '../texts.ts';
import { forgetRun, type Run, recordOutcome, unfinishedRun } from './journal.ts';
import { Changed, perform, reasonsIn, type Task } from './tasks.ts';

/** What the message says was made; a run's tasks are of one kind. */
const madeBy = (task: Task) => (task.kind === 'assign' ? task.kind : task.to);

type Props = {
  title: string;
  /** The run as it is written down in the browser. */
  run: Run;
  /** False for a run that was cut off: the user decides first whether it goes on. */
  begin: boolean;
  onClose: () => void;
};

/**
 * Carries out a bulk run: its progress, a stop, and in the end what succeeded, what failed and why, and what is left. If
 * all succeeded, a message says so and the dialog closes.
 */
export function RunDialog({ title, run, begin, onClose }: Props) {
  const { common, login, web } = useText();
  const words = useListText();
  const { id: account } = useUser();
  const toast = useToast();
  const [outcomes, setOutcomes] = useState(run.outcomes);
  const [stop, setStop] = useState<AbortController | null>(null);
  const began = useRef(false);
  const left = run.tasks.filter(({ id }) => outcomes[id] === undefined);

  async function carryOut() {
    const control = new AbortController();
    setStop(control);
    await withLock(`shp.bulk.${account}`, async () => {
      const known = unfinishedRun(account)?.outcomes ?? run.outcomes;
      const todo = run.tasks.filter(({ id }) => known[id] === undefined);
      setOutcomes(known);
      await runAll(todo, one, { signal: control.signal });
    });
    const after = unfinishedRun(account)?.outcomes ?? {};
    const [first] = run.tasks;
    // Nothing is left to read or to decide.
    if (first && run.tasks.every(({ id }) => after[id] === 'done')) {
      toast.done(words.bulk.made[madeBy(first)](run.tasks.length));
      close();
    } else setStop(null);
  }

  async function one(task: Task): Promise<void> {
    const outcome = await perform(task).catch((error: unknown) => {
      // Without a response the outcome is unknown: the task stays open and is checked before a retry.
      return error instanceof Changed || error instanceof ApiError ? { failed: reasonOf(error) } : null;
    });
    if (outcome === null) return;
    recordOutcome(account, task.id, outcome);
    setOutcomes((before) => ({ ...before, [task.id]: outcome }));
  }

  function reasonOf(error: unknown): string {
    if (error instanceof Changed) return words.bulk.changed;
    return reasonsIn(error).join(common.marks.list) || messageOf(error, login);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once, when the dialog opens
  useEffect(() => {
    if (!begin || began.current) return;
    began.current = true;
    void carryOut();
  }, [begin]);

  function close() {
    forgetRun(account);
    onClose();
  }

  const count = (of: string) => Object.values(outcomes).filter((outcome) => outcome === of).length;
  const failed = run.tasks.flatMap(({ id, number, station }) => {
    const outcome = outcomes[id];
    return typeof outcome === 'object' ? [[number, station, outcome.failed]] : [];
  });
  const finished = run.tasks.length - left.length;
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby="run">
      <DialogTitle id="run">{title}</DialogTitle>
      <DialogContent>
        {stop ? (
          <RunProgress done={finished} total={run.tasks.length} label={words.running} />
        ) : (
          <Stack spacing={2}>
            {count('done') > 0 && <Alert severity="success">{words.bulk.done(count('done'))}</Alert>}
            {count('same') > 0 && <Alert severity="info">{words.bulk.same(count('same'))}</Alert>}
            {left.length > 0 && <Alert severity="warning">{words.bulk.left(left.length)}</Alert>}
            {failed.length > 0 && (
              <>
                <Alert severity="error">{words.bulk.failed(failed.length)}</Alert>
                <PlainTable
                  label={words.bulk.failed(failed.length)}
                  headings={[common.assessment.number, common.assessment.station, words.reason]}
                  rows={failed}
                />
              </>
            )}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        {stop ? (
          <Button disabled={stop.signal.aborted} onClick={() => stop.abort()}>
            {words.bulk.stop}
          </Button>
        ) : (
          <>
            {left.length > 0 && <Button onClick={() => void carryOut()}>{words.bulk.goOn(left.length)}</Button>}
            <Button variant="contained" autoFocus onClick={close}>
              {web.close}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
