import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { useText } from '../../core/i18n/texts.ts';
import { messageOf } from '../../core/messages.ts';
import { csvFile } from '../../files/sheetFile.ts';
import { CopyOnceValue } from '../../ui/CopyOnceValue.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { useDialogsText } from './dialogsText.ts';
import type { Done } from './operations.ts';

type Words = { action: string; done: (count: number) => string };
type Props = { kind: UserKind; words: Words; results: readonly Done[]; onClose: () => void };

/** Number of successes, failures with their reasons, and the generated initial passwords. */
export function OperationResult({ kind, words, results, onClose }: Props) {
  const { common, login, web } = useText();
  const { initialTitle, initialOnce } = useDialogsText();
  const done = results.flatMap(({ target, outcome }) => (outcome.done ? [{ ...target, secret: outcome.result }] : []));
  const failed = results.flatMap(({ target, outcome }) =>
    outcome.done ? [] : [[target.name, messageOf(outcome.error, login)]],
  );
  const secrets = done.flatMap(({ account, name, secret }) => (secret === null ? [] : [[account, name, secret]]));
  const [single] = secrets;
  const name = kind === 'experts' ? common.fields.personName : common.fields.name;
  const headings = [common.fields.account, name, initialTitle];

  async function download() {
    saveFile(`${initialTitle}.csv`, await csvFile(headings, secrets));
  }

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="result">
      <DialogTitle id="result">{words.action}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          {done.length > 0 && <Alert severity="success">{words.done(done.length)}</Alert>}
          {failed.length > 0 && (
            <>
              <Alert severity="error">{web.users.failed(failed.length)}</Alert>
              <PlainTable label={web.users.reason} headings={[name, web.users.reason]} rows={failed} />
            </>
          )}
          {secrets.length > 0 && <Typography>{initialOnce}</Typography>}
          {secrets.length === 1 && single && <CopyOnceValue value={single[2] ?? ''} />}
          {secrets.length > 1 && <PlainTable label={initialTitle} headings={headings} rows={secrets} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        {secrets.length > 1 && <Button onClick={() => void download()}>{web.users.download}</Button>}
        <Button variant="contained" onClick={onClose}>
          {web.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
