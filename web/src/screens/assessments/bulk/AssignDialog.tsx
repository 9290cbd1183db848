import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { ExpertPicker } from '../../../assessment/experts/ExpertPicker.tsx';
import type { Expert } from '../../../assessment/experts/everyExpert.ts';
import { useAssigningText } from '../../../assessment/experts/texts.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useSettings } from '../../../core/useSettings.ts';
import { Failure } from '../../../ui/Failure.tsx';
import { RunProgress } from '../../../ui/RunProgress.tsx';
import type { Selected } from '../selection.ts';
import { useListText } from '../texts.ts';
import { Loads } from './Loads.tsx';
import { PlanTable } from './PlanTable.tsx';
import type { Task } from './tasks.ts';
import { usePlan } from './usePlan.ts';

const PANEL = 3;
const PANEL_MAX = 50;

type Props = { rows: readonly Selected[]; onRun: (tasks: readonly Task[]) => void; onClose: () => void };

/** Plans experts for every selected assessment, balanced or named, shows who gets whom, and starts the reviews. */
export function AssignDialog({ rows, onRun, onClose }: Props) {
  const { web } = useText();
  const words = useListText();
  // The choice of experts must not suspend the dialog when it is shown.
  const assigning = useAssigningText();
  const { minExperts = 1 } = useSettings() ?? {};
  const [balanced, setBalanced] = useState(true);
  const [typed, setTyped] = useState('');
  const [start, setStart] = useState(true);
  const [chosen, setChosen] = useState<readonly Expert[]>([]);
  const size = typed === '' ? Math.max(PANEL, minExperts) : Number(typed);
  const isSize = Number.isInteger(size) && size >= 1 && size <= PANEL_MAX;
  const wish = useMemo(() => {
    if (balanced) return isSize ? { balance: size } : null;
    return { experts: chosen.map(({ id }) => id) };
  }, [balanced, isSize, size, chosen]);
  const { planned, loads = [], read, toRead, error, refetch } = usePlan(rows, wish);
  const tasks = (planned ?? []).flatMap((one): Task[] => {
    if (!('plan' in one)) return [];
    const { row, plan } = one;
    const isStarted = start && row.status === 'first_passed';
    if (plan.added.length === 0 && !isStarted) return [];
    const { before, next } = plan;
    return [{ kind: 'assign', id: row.id, number: row.number, station: row.station.name, before, next, start }];
  });
  const reasons = (planned ?? []).filter((one) => 'reason' in one).length;
  // Until there is a plan, as many as were chosen.
  const possible = planned && (balanced || chosen.length > 0) ? tasks.length : rows.length;
  const action = start ? words.bulk.assignAndStart(tasks.length) : words.bulk.assign(tasks.length);

  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby="assign">
      <DialogTitle id="assign">{assigning.assignTitle(possible, rows.length)}</DialogTitle>
      <DialogContent dividers>
        <Stack spacing={1.5}>
          <RadioGroup
            row
            aria-label={words.bulk.how}
            value={balanced ? 'balance' : 'named'}
            onChange={(_, value) => setBalanced(value === 'balance')}
          >
            <FormControlLabel value="balance" control={<Radio />} label={words.bulk.balance} />
            <FormControlLabel value="named" control={<Radio />} label={words.bulk.named} />
          </RadioGroup>
          {balanced ? (
            <TextField
              type="number"
              label={words.bulk.size}
              value={typed === '' ? String(size) : typed}
              onChange={(event) => setTyped(event.target.value)}
              error={!isSize}
              helperText={assigning.balanceNote}
              slotProps={{ htmlInput: { min: 1, max: PANEL_MAX } }}
              sx={{ maxWidth: 640, '& .MuiInputBase-root': { maxWidth: 420 } }}
            />
          ) : (
            <div>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {assigning.namedNote}
              </Typography>
              <ExpertPicker chosen={chosen} onChange={setChosen} />
            </div>
          )}
          {/* The stack takes the margin that aligns a check box with what stands above it. */}
          <div>
            <FormControlLabel
              label={words.bulk.start}
              control={<Checkbox checked={start} onChange={(_, checked) => setStart(checked)} />}
            />
          </div>
          {error && <Failure error={error} onRetry={() => void refetch()} />}
          {!planned && !error && wish !== null && toRead > 0 && (
            <RunProgress done={read} total={toRead} label={words.bulk.reading} />
          )}
          {reasons > 0 && <Alert severity="warning">{assigning.notPossible(reasons)}</Alert>}
          {planned && (balanced || chosen.length > 0) && <PlanTable planned={planned} />}
          <Loads loads={loads} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{web.cancel}</Button>
        <Button
          variant="contained"
          disabled={tasks.length === 0 || (!balanced && chosen.length === 0)}
          onClick={() => onRun(tasks)}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
