import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { UserImport } from '@shp/shared/sheets/read/user';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../../core/i18n/texts.ts';
import { RunProgress } from '../../../ui/RunProgress.tsx';
import { runAll } from '../../../ui/runAll.ts';
import { useDialogsText } from '../dialogsText.ts';
import { isValidRow } from './Preview.tsx';
import { Report } from './Report.tsx';
import { newRow, type Row, sendRow } from './rows.ts';

type Props = { kind: UserKind; rows: readonly UserImport[]; onClose: () => void };

/** Sends the valid rows a few at a time, with a stop button, then shows the report; failed rows can be sent again. */
export function Sending({ kind, rows: sources, onClose }: Props) {
  const { web } = useText();
  const { import: words } = useDialogsText();
  const [rows, setRows] = useState<readonly Row[]>(() => sources.filter(isValidRow).map(newRow));
  const [sent, setSent] = useState<{ count: number; of: number } | null>(null);
  const stop = useRef<AbortController | null>(null);
  const begun = useRef(false);

  const send = useCallback(
    async (all: readonly Row[]) => {
      const due = all.filter(({ outcome }) => !outcome?.done);
      const controller = new AbortController();
      stop.current = controller;
      setSent({ count: 0, of: due.length });
      const outcomes = await runAll(due, (row) => sendRow(kind, row), {
        signal: controller.signal,
        onOutcome: () => setSent((before) => before && { ...before, count: before.count + 1 }),
      });
      const byKey = new Map(due.map(({ key }, index) => [key, outcomes[index]]));
      setRows(all.map((row) => (byKey.has(row.key) ? { ...row, outcome: byKey.get(row.key) } : row)));
      setSent(null);
    },
    [kind],
  );

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void send(rows);
  }, [send, rows]);

  useEffect(() => {
    if (!sent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [sent]);

  if (!sent) {
    const wrong = sources.filter((row) => !isValidRow(row));
    return <Report kind={kind} rows={rows} wrong={wrong} onAgain={() => void send(rows)} onClose={onClose} />;
  }
  return (
    <>
      <DialogContent>
        <RunProgress done={sent.count} total={sent.of} label={web.users.running} />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => stop.current?.abort()}>{words.stop}</Button>
      </DialogActions>
    </>
  );
}
