import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { IMPORT_COLUMNS } from '@shp/shared/sheets/importColumns';
import { reasonLines } from '@shp/shared/sheets/read/rowReasons';
import type { UserImport } from '@shp/shared/sheets/read/user';
import { useText } from '../../../core/i18n/texts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { csvFile } from '../../../files/sheetFile.ts';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { saveFile } from '../../../ui/saveFile.ts';
import { useDialogsText } from '../dialogsText.ts';
import { type Row, refusalOf } from './rows.ts';

type Props = {
  kind: UserKind;
  rows: readonly Row[];
  wrong: readonly UserImport[];
  onAgain: () => void;
  onClose: () => void;
};

/** The result of every row; the downloadable report also contains the initial passwords. */
export function Report({ kind, rows, wrong, onAgain, onClose }: Props) {
  const { common, login, web } = useText();
  const { import: words } = useDialogsText();
  const { lang } = usePreferences();
  const done = rows.filter(({ outcome }) => outcome?.done);
  const failed = rows.flatMap(({ source, outcome }) =>
    outcome && !outcome.done ? [{ source, why: refusalOf(outcome.error, common, login) }] : [],
  );
  const due = rows.length - done.length;

  async function download() {
    const { outcomes } = words;
    const lines = [
      ...rows.map(({ source, outcome }) => {
        const state = outcome ? (outcome.done ? outcomes.done : outcomes.failed) : outcomes.waiting;
        const secret = outcome?.done ? (outcome.result.initialPassword ?? '') : '';
        const why = outcome && !outcome.done ? refusalOf(outcome.error, common, login) : '';
        return { source, cells: [state, secret, why] };
      }),
      ...wrong.map((source) => ({
        source,
        cells: [outcomes.wrong, '', reasonLines(source.reasons, IMPORT_COLUMNS[kind], lang, source.found).join('; ')],
      })),
    ].sort((a, b) => a.source.rowNumber - b.source.rowNumber);
    const headings = [
      web.import.row,
      common.fields.account,
      kind === 'experts' ? common.fields.personName : common.fields.name,
      words.outcome,
      common.fields.initialPassword,
      web.users.reason,
    ];
    const table = lines.map(({ source: { rowNumber, account, input }, cells }) => [
      String(rowNumber),
      account,
      String(input.profile.name ?? ''),
      ...cells,
    ]);
    saveFile(`${words.reportName}.csv`, await csvFile(headings, table));
  }

  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          {done.length > 0 && <Alert severity="success">{words.imported(done.length)}</Alert>}
          {due > failed.length && <Alert severity="warning">{words.stopped(due - failed.length)}</Alert>}
          {failed.length > 0 && (
            <>
              <Alert severity="error">{words.failed(failed.length)}</Alert>
              <PlainTable
                label={words.failed(failed.length)}
                headings={[web.import.row, common.fields.account, web.users.reason]}
                rows={failed.map(({ source, why }) => [source.rowNumber, source.account, why])}
              />
            </>
          )}
          {done.some(({ outcome }) => outcome?.done && outcome.result.initialPassword !== undefined) && (
            <Typography>{words.reportNote}</Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        {due > 0 && <Button onClick={onAgain}>{words.again(due)}</Button>}
        <Button onClick={() => void download()}>{words.report}</Button>
        <Button variant="contained" onClick={onClose}>
          {web.close}
        </Button>
      </DialogActions>
    </>
  );
}
