import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { DESCRIPTION_MAX } from '@shp/shared/domain/assessment/textLimits';
import { useState } from 'react';
import { ReturnReasons } from '../../../assessment/steps/ReturnReasons.tsx';
import { useReturnReasons } from '../../../core/i18n/returnReasonTexts.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useUser } from '../../../core/session.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import type { Selected } from '../selection.ts';
import { useListText } from '../texts.ts';
import type { Task } from './tasks.ts';
import { canStep } from './whyNotAssignable.ts';

/** Assessments that the dialog names; of more it says how many. */
const NAMED = 5;

export type BulkStep = 'first_passed' | 'returned';

type Props = {
  to: BulkStep;
  rows: readonly Selected[];
  onRun: (tasks: readonly Task[]) => void;
  onClose: () => void;
};

/** Passes or returns every selected assessment with one text; a return needs one. */
export function StepDialog({ to, rows, onRun, onClose }: Props) {
  const { web } = useText();
  const words = useListText();
  const reasons = useReturnReasons();
  const caller = useUser();
  const [description, setDescription] = useState('');
  const possible = rows.filter((row) => canStep(row, to, caller));
  const others = rows.length - possible.length;
  const needsText = to === 'returned';
  const tasks = possible.map(
    ({ id, number, station, version }): Task => ({
      kind: 'step',
      id,
      number,
      station: station.name,
      to,
      description: description.trim(),
      version,
    }),
  );
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby="step">
      <DialogTitle id="step">{words.bulk.stepTitle[to](possible.length)}</DialogTitle>
      <DialogContent>
        {others > 0 && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {words.bulk.notTheirs(others)}
          </Alert>
        )}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75 }}>
          {possible.slice(0, NAMED).map(({ id, number, station, status }) => (
            <Box component="li" key={id} sx={ROW}>
              <b>{station.name}</b> <small>{number}</small> <StatusChip status={status} />
            </Box>
          ))}
          {possible.length > NAMED && <li>{words.bulk.more(possible.length - NAMED)}</li>}
        </Box>
        <TextField
          label={words.bulk.text[to]}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          required={needsText}
          helperText={words.bulk.textNote[to]}
          multiline
          minRows={2}
          maxRows={10}
          autoFocus
          slotProps={{ htmlInput: { maxLength: DESCRIPTION_MAX } }}
          sx={{ mt: 2 }}
        />
        {needsText && <ReturnReasons text={description} onChange={setDescription} />}
        {needsText && possible.some(({ status }) => status === 'reviewed') && (
          <Alert severity="info" sx={{ mt: 1.5 }}>
            {reasons.reviewed}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{web.cancel}</Button>
        <Button
          variant="contained"
          color={needsText ? 'error' : 'primary'}
          disabled={tasks.length === 0 || (needsText && description.trim() === '')}
          onClick={() => onRun(tasks)}
        >
          {words.bulk.step[to](tasks.length)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** On a phone the number stands below name and status. */
const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 0.75,
  '& b': { flex: { xs: '1 1 0', sm: 'none' }, minWidth: 0 },
  '& small': {
    order: { xs: 1, sm: 0 },
    width: { xs: '100%', sm: 'auto' },
    whiteSpace: 'nowrap',
    fontSize: '0.75rem',
    color: 'text.secondary',
  },
} as const;
