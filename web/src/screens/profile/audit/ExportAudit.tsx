import Download from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
import type { Input } from '@shp/shared/api/index';
import type { AuditRow } from '@shp/shared/api/objects';
import { SIZE_MAX } from '@shp/shared/domain/lib/lists';
import { useState } from 'react';
import { client } from '../../../core/client.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useToast } from '../../../core/useToast.ts';
import { csvFile } from '../../../files/sheetFile.ts';
import { saveFile } from '../../../ui/saveFile.ts';

const HEADINGS = [
  'id',
  'at',
  'by',
  'role',
  'action',
  'kind',
  'objectId',
  'object',
  'address',
  'changes',
  'digest',
  'station',
];

/** Saves all rows that the filter finds as CSV, in the keys and values of `shp audit list --format csv`. */
export function ExportAudit({ input }: { input: Omit<Input<'GET audit'>, 'page' | 'size'> }) {
  const { web } = useText();
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const rows = await readAll(input);
      saveFile('audit.csv', await csvFile(HEADINGS, rows.map(cellsOf)));
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="outlined"
      startIcon={<Download />}
      loading={busy}
      onClick={() => void save()}
      sx={{ ml: { sm: 'auto' } }}
    >
      {web.list.export}
    </Button>
  );
}

/** Reads page after page; rows later than the first one are left out, because they would move the pages. */
async function readAll(input: Omit<Input<'GET audit'>, 'page' | 'size'>): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  let to = input.to;
  for (let page = 1; ; page++) {
    const { total, items } = await client.call('GET audit', { ...input, ...(to ? { to } : {}), page, size: SIZE_MAX });
    rows.push(...items);
    to ??= items[0]?.at;
    if (items.length === 0 || rows.length >= total) return rows;
  }
}

function cellsOf({ id, at, by, action, object, address, changes, digest, station }: AuditRow): string[] {
  const who = [by?.name ?? '', by?.role ?? ''];
  const what = [object.kind, object.id, object.name];
  return [id, at, ...who, action, ...what, address, JSON.stringify(changes), digest, station?.name ?? ''];
}
