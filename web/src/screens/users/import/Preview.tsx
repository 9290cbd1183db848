import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { IMPORT_COLUMNS } from '@shp/shared/sheets/importColumns';
import { reasonLines } from '@shp/shared/sheets/read/rowReasons';
import type { UserImport } from '@shp/shared/sheets/read/user';
import { useText } from '../../../core/i18n/texts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { useDialogsText } from '../dialogsText.ts';

/** Invalid rows shown at most; the report contains all. */
const DRAWN = 200;

export const isValidRow = ({ reasons }: UserImport) => Object.keys(reasons).length === 0;

type Props = {
  kind: UserKind;
  rows: readonly UserImport[];
  onStart: () => void;
  onBack: () => void;
  onCancel: () => void;
};

/** Number of rows that can be imported, and the others with reasons. */
export function Preview({ kind, rows, onStart, onBack, onCancel }: Props) {
  const { common, web } = useText();
  const { import: words } = useDialogsText();
  const { lang } = usePreferences();
  const wrong = rows.filter((row) => !isValidRow(row));
  const right = rows.length - wrong.length;
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          {right > 0 && <Alert severity="success">{words.right(right)}</Alert>}
          {wrong.length > 0 && (
            <>
              <Alert severity="warning">{words.wrong(wrong.length)}</Alert>
              <PlainTable
                label={words.wrong(wrong.length)}
                headings={[web.import.row, common.fields.account, web.users.reason]}
                rows={wrong
                  .slice(0, DRAWN)
                  .map(({ rowNumber, account, reasons, found }) => [
                    rowNumber,
                    account,
                    reasonLines(reasons, IMPORT_COLUMNS[kind], lang, found).map((line) => <div key={line}>{line}</div>),
                  ])}
              />
            </>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onBack}>{words.another}</Button>
        <Button onClick={onCancel}>{web.cancel}</Button>
        <Button variant="contained" disabled={right === 0} onClick={onStart}>
          {words.start(right)}
        </Button>
      </DialogActions>
    </>
  );
}
