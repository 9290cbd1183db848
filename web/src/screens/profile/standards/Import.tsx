import UploadFile from '@mui/icons-material/UploadFile';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import { type ChangeEvent, useRef, useState } from 'react';
import { client } from '../../../core/client.ts';
import { useToast } from '../../../core/useToast.ts';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { useAdministrationText } from '../administrationText.ts';

type Faults = { file: string; fields: Readonly<Record<string, string>> };

/** Adds a version from a file; reports problems row by row. */
export function Import({ onImported }: { onImported: () => void }) {
  const { standards: text } = useAdministrationText();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults | null>(null);

  async function take(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    setBusy(true);
    setFaults(null);
    try {
      const { version } = await client.call('POST standard/import', await contentOf(file));
      toast.done(text.imported(version));
      onImported();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (Object.keys(fields).length > 0) setFaults({ file: file.name, fields });
      else toast.failed(error instanceof SyntaxError ? text.notJson : error);
    } finally {
      setBusy(false);
    }
  }

  const rows = Object.entries(faults?.fields ?? {});
  return (
    <Box sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography sx={{ flex: '1 1 20rem' }}>{text.importNote}</Typography>
        <Button variant="contained" startIcon={<UploadFile />} loading={busy} onClick={() => input.current?.click()}>
          {text.import}
        </Button>
      </Box>
      <input ref={input} type="file" accept=".xlsx,.json" hidden onChange={(event) => void take(event)} />
      {faults && (
        <Box sx={{ mt: 2 }}>
          <Alert severity="error" sx={{ mb: 1 }}>
            {text.faults(rows.length, faults.file)}
          </Alert>
          <PlainTable
            label={text.faults(rows.length, faults.file)}
            headings={[text.place, text.fault]}
            rows={rows.map(([path, message]) => [placeOf(path, text.row), message])}
          />
        </Box>
      )}
    </Box>
  );
}

/** @throws SyntaxError if a .json file holds invalid JSON */
async function contentOf(file: File): Promise<{ sheet: Uint8Array<ArrayBuffer> } | Record<string, unknown>> {
  if (/\.json$/i.test(file.name)) return JSON.parse(await file.text());
  return { sheet: new Uint8Array(await file.arrayBuffer()) };
}

/** `rows.12.score` is row 12 of a sheet; for an object the path itself names the place. */
function placeOf(path: string, row: (row: string) => string): string {
  const found = /^rows\.(\d+)\.(\w+)$/.exec(path);
  return found ? `${row(found[1] ?? '')} · ${found[2]}` : path;
}
