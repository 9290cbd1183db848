import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useText } from '../../core/i18n/texts.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';
import type { Assigned } from './assignSelected.ts';
import { useListText } from './texts.ts';

type Props = { results: readonly Assigned[]; onClose: () => void };

/** Number of assessments with the experts assigned, and the others with the reason. */
export function AssignResult({ results, onClose }: Props) {
  const { common, web } = useText();
  const words = useListText();
  const count = (became: Assigned['became']) => results.filter((one) => one.became === became).length;
  const failed = results.flatMap((one) =>
    one.became === 'failed' ? [[one.row.number, one.row.station.name, one.reason]] : [],
  );
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby="result">
      <DialogTitle id="result">{words.assign}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          {count('done') > 0 && <Alert severity="success">{words.done(count('done'))}</Alert>}
          {count('same') > 0 && <Alert severity="info">{words.same(count('same'))}</Alert>}
          {failed.length > 0 && (
            <>
              <Alert severity="error">{words.failed(failed.length)}</Alert>
              <PlainTable
                label={words.failed(failed.length)}
                headings={[common.assessment.number, common.assessment.station, words.reason]}
                rows={failed}
              />
            </>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {web.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
