import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { sameScore } from '@shp/shared/domain/standard/scoreItems';
import { itemsBySerial, type Standard } from '@shp/shared/domain/standard/standard';
import { faultText, isFault } from '@shp/shared/sheets/read/faults';
import { reasonLines } from '@shp/shared/sheets/read/rowReasons';
import { readScores, type ScoreImport } from '@shp/shared/sheets/read/scores';
import { formatOfName, readTable } from '@shp/shared/sheets/read/table';
import { SCORE_COLUMNS } from '@shp/shared/sheets/scores';
import { SHEETS_TEXT } from '@shp/shared/sheets/sheetTexts';
import { useState } from 'react';
import { useReviewText } from '../../../core/i18n/reviewTexts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { useToast } from '../../../core/useToast.ts';
import { AddFiles } from '../../../files/upload/AddFiles.tsx';
import { NOT_SCORED, type ScoreState, scoreState } from '../../../outbox/senders.ts';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { scoreText } from '../../valueText.ts';

type Difference = { readonly serial: string; readonly before: ScoreState; readonly after: ScoreState };
type Read = { readonly differences: readonly Difference[]; readonly wrong: readonly ScoreImport[] };

type Props = {
  whole: () => Promise<{ standard: Standard; states: ReadonlyMap<string, ScoreState> }>;
  change: (serial: string, state: ScoreState) => void;
  onClose: () => void;
};

/** Reads a score sheet, shows the differences, and applies them item by item as if typed. */
export default function ImportSheet({ whole, change, onClose }: Props) {
  const { common, review, web } = useReviewText();
  const { lang } = usePreferences();
  const toast = useToast();
  const [read, setRead] = useState<Read | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function open(file: File | undefined) {
    if (!file) return;
    setFault(null);
    setRead(null);
    try {
      const { standard, states } = await whole();
      const table = await readTable(new Uint8Array(await file.arrayBuffer()), formatOfName(file.name) ?? 'csv');
      const rows = isFault(table) ? table : readScores(table, itemsBySerial(standard));
      if (isFault(rows)) setFault(faultText(rows, SHEETS_TEXT[lang], lang));
      else setRead(compared(rows, states));
    } catch (error) {
      toast.failed(error);
    }
  }

  function take({ differences }: Read) {
    for (const { serial, after } of differences) change(serial, after);
    toast.done(review.sheet.taken(differences.length), async () => {
      // Items that were changed since keep their score.
      const { states } = await whole();
      for (const { serial, before, after } of differences)
        if (sameScore(states.get(serial), after)) change(serial, before);
    });
    onClose();
  }

  const text = (state: ScoreState) => scoreText(state, review.score.missing, common) || web.none;
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby="import-scores">
      <DialogTitle id="import-scores">{review.sheet.title}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography>{review.sheet.intro}</Typography>
          <Box>
            <AddFiles text={web.import.file} label={web.import.file} onFiles={([file]) => void open(file)} sheet />
          </Box>
          {fault !== null && <Alert severity="error">{fault}</Alert>}
          {read && read.wrong.length > 0 && (
            <>
              <Alert severity="warning">{review.sheet.wrong(read.wrong.length)}</Alert>
              <PlainTable
                label={review.sheet.wrong(read.wrong.length)}
                headings={[web.import.row, web.users.reason]}
                rows={read.wrong.map(({ rowNumber, reasons }) => [
                  rowNumber,
                  reasonLines(reasons, SCORE_COLUMNS, lang).join(common.marks.semicolon),
                ])}
              />
            </>
          )}
          {read && read.differences.length === 0 && <Alert severity="info">{review.sheet.none}</Alert>}
          {read && read.differences.length > 0 && (
            <>
              <Typography role="status">{review.sheet.differences(read.differences.length)}</Typography>
              <PlainTable
                label={review.sheet.differences(read.differences.length)}
                headings={[SHEETS_TEXT[lang].scores.serial, review.sheet.before, review.sheet.after]}
                rows={read.differences.map(({ serial, before, after }) => [serial, text(before), text(after)])}
              />
            </>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{web.cancel}</Button>
        {read && read.differences.length > 0 && (
          <Button variant="contained" onClick={() => take(read)}>
            {review.sheet.take(read.differences.length)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function compared(rows: readonly ScoreImport[], states: ReadonlyMap<string, ScoreState>): Read {
  const isRight = ({ reasons }: ScoreImport) => Object.keys(reasons).length === 0;
  const differences = rows.filter(isRight).flatMap(({ item }): Difference[] => {
    const before = states.get(item.serial) ?? NOT_SCORED;
    return sameScore(before, item) ? [] : [{ serial: item.serial, before, after: scoreState(item) }];
  });
  return { differences, wrong: rows.filter((row) => !isRight(row)) };
}
