import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ExpertPicker } from '../../assessment/experts/ExpertPicker.tsx';
import { type Expert, everyExpert } from '../../assessment/experts/everyExpert.ts';
import { useAssigningText } from '../../assessment/experts/texts.ts';
import { useText } from '../../core/i18n/texts.ts';
import { invalidateQueries } from '../../core/invalidateQueries.ts';
import { useUser } from '../../core/session.ts';
import { RunProgress } from '../../ui/RunProgress.tsx';
import { runAll } from '../../ui/runAll.ts';
import { AssignResult } from './AssignResult.tsx';
import { type Assigned, assignSelected, barOf } from './assignSelected.ts';
import type { Selected } from './selection.ts';
import { useListText } from './texts.ts';

type Props = {
  rows: readonly Selected[];
  /** Called when the user closes the result; `changed`: whether anything was done. */
  onClose: (changed: boolean) => void;
};

/** Chooses experts, assigns them to every selected assessment, and shows each result. */
export default function AssignDialog({ rows, onClose }: Props) {
  const { common, login, web } = useText();
  const words = useListText();
  const { assign } = useAssigningText();
  const cache = useQueryClient();
  const caller = useUser();
  const [chosen, setChosen] = useState<readonly Expert[]>([]);
  const [finished, setFinished] = useState<number | null>(null);
  const [results, setResults] = useState<readonly Assigned[] | null>(null);
  const barred = rows.filter((row) => barOf(row, caller) !== null).length;

  async function run() {
    setFinished(0);
    const texts = { common, login, words, separator: common.marks.list };
    const outcomes = await runAll(rows, (row) => assignSelected(row, chosen, caller, texts), {
      onOutcome: () => setFinished((count) => (count ?? 0) + 1),
    });
    void invalidateQueries(cache, { queryKey: everyExpert.queryKey });
    setResults(outcomes.flatMap((outcome) => (outcome?.done ? outcome.result : [])));
  }

  if (results) return <AssignResult results={results} onClose={() => onClose(true)} />;
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="assign">
      <DialogTitle id="assign">{words.assignTitle(rows.length)}</DialogTitle>
      <DialogContent>
        {finished === null ? (
          <>
            <Typography>{words.assignNote}</Typography>
            {barred > 0 && (
              <Alert severity="warning" sx={{ my: 1 }}>
                {words.notPossible(barred)}
              </Alert>
            )}
            <ExpertPicker chosen={chosen} onChange={setChosen} />
          </>
        ) : (
          <RunProgress done={finished} total={rows.length} label={words.running} />
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={finished !== null} onClick={() => onClose(false)}>
          {web.cancel}
        </Button>
        <Button
          variant="contained"
          disabled={chosen.length === 0}
          loading={finished !== null}
          onClick={() => void run()}
        >
          {assign(chosen.length)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
