import Download from '@mui/icons-material/Download';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { OFFICE_ENDINGS, OFFICE_FORMATS, type OfficeFormat, SHEET_TYPES } from '@shp/shared/domain/lib/sheetFormats';
import { faultText, isFault } from '@shp/shared/sheets/read/faults';
import { formatOfName, readTable } from '@shp/shared/sheets/read/table';
import type { UserImport } from '@shp/shared/sheets/read/user';
import { readUsers } from '@shp/shared/sheets/read/users';
import { SHEETS_TEXT } from '@shp/shared/sheets/sheetTexts';
import { encodeTemplate } from '@shp/shared/sheets/template';
import { useRef, useState } from 'react';
import { useText } from '../../../core/i18n/texts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { useUser } from '../../../core/session.ts';
import { useToast } from '../../../core/useToast.ts';
import { joinChunks } from '../../../files/sheetFile.ts';
import { TOUCH_ONLY } from '../../../theme/tokens.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { useDialogsText } from '../dialogsText.ts';

type Props = { kind: UserKind; onRead: (rows: readonly UserImport[]) => void; onCancel: () => void };

/** Takes a file, chosen or dropped, and reads it in the browser; offers the template. */
export function Choose({ kind, onRead, onCancel }: Props) {
  const { common, web } = useText();
  const { import: words } = useDialogsText();
  const { lang } = usePreferences();
  const importer = useUser();
  const toast = useToast();
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function read(file: File | undefined) {
    if (!file) return;
    setFault(null);
    setBusy(true);
    try {
      const table = await readTable(new Uint8Array(await file.arrayBuffer()), formatOfName(file.name) ?? 'csv');
      const rows = isFault(table) ? table : readUsers(kind, table, importer);
      if (isFault(rows)) setFault(faultText(rows, SHEETS_TEXT[lang], lang));
      else if (rows.length === 0) setFault(words.noRows);
      else onRead(rows);
    } catch (error) {
      // The file was deleted after it was chosen, or the reader of its format could not be loaded.
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  }

  async function template(format: OfficeFormat) {
    saveFile(`${common.kinds[kind]}.${format}`, await joinChunks(encodeTemplate(kind, format), SHEET_TYPES[format]));
  }

  return (
    <>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{words.intro}</Typography>
        <Box
          sx={DROP}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void read(event.dataTransfer.files[0]);
          }}
        >
          <Button variant="contained" loading={busy} onClick={() => input.current?.click()}>
            {web.import.file}
          </Button>
          <input
            ref={input}
            type="file"
            accept={OFFICE_ENDINGS}
            hidden
            onChange={(event) => {
              void read(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <Typography sx={{ color: 'text.secondary', [TOUCH_ONLY]: { display: 'none' } }}>{words.drop}</Typography>
        </Box>
        {fault !== null && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {fault}
          </Alert>
        )}
      </DialogContent>
      <DialogActions
        disableSpacing
        sx={{
          flexWrap: 'wrap',
          columnGap: 1,
          justifyContent: 'flex-start',
          '& .MuiButton-root': { whiteSpace: 'nowrap' },
        }}
      >
        {OFFICE_FORMATS.map((format) => (
          <Button key={format} startIcon={<Download />} onClick={() => void template(format)}>
            {words.template} ({format})
          </Button>
        ))}
        <Box sx={{ flex: 1 }} />
        <Button onClick={onCancel}>{web.cancel}</Button>
      </DialogActions>
    </>
  );
}

const DROP = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 1,
  p: 4,
  border: '2px dashed',
  borderColor: 'divider',
  borderRadius: 1,
} as const;
