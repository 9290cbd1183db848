import type { Assessment } from '@shp/shared/api/objects';
import { verdictOf } from '@shp/shared/domain/assessment/verdict';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { formatOfName } from '@shp/shared/sheets/read/table';
import { verdictText } from '@shp/shared/text/verdict';
import { Box, Text } from 'ink';
import { useRef, useState } from 'react';
import { type Board, readBoard } from '../../../../bulk/scores/board.ts';
import { type CheckedSheet, checkScoreSheet, scoreStateText, sendScores } from '../../../../bulk/scores/sheet.ts';
import { shownPath } from '../../../../lib/userFile.ts';
import { commandLine, flags } from '../../../commands/commandLine.ts';
import { errorText, formatCount } from '../../../format.ts';
import { useKeys } from '../../../keys/useKeys.ts';
import { useSession } from '../../../session.ts';
import { useUi } from '../../../ui.ts';
import { keyValueLines } from '../../../widgets/keyValueLines.ts';
import { Muted } from '../../../widgets/Muted.tsx';
import { ScrollLines, useScroll } from '../../../widgets/Scroll.tsx';
import { tableLines } from '../../../widgets/tableLines.ts';
import { FilePicker } from '../../picker/FilePicker.tsx';
import { ChooseExpert } from './ChooseExpert.tsx';

type Props = { assessment: Assessment; height: number; onClose(): void };
type Checked = { readonly file: string; readonly board: Board; readonly sheet: CheckedSheet };

/** Rows for the summary above the changes and the line of what Enter does. */
const OTHER_ROWS = 2;

const isSheet = (name: string) => formatOfName(name) !== null;

/** Imports a score sheet by the rules of `shp assessments scores import`: picks a file, shows its changes, saves them. */
export function ScoreImport({ assessment, height, onClose }: Props) {
  const { me } = useSession();
  const { scoreStation, scoreExpert } = assessment.permissions;
  const [expert, setExpert] = useState<string | undefined>(undefined);
  if (me.role === 'admin' && !scoreStation && scoreExpert && expert === undefined) {
    return <ChooseExpert id={assessment.id} height={height} onChoose={({ id }) => setExpert(id)} onCancel={onClose} />;
  }
  return <PickAndSave {...{ assessment, expert, height, onClose }} />;
}

function PickAndSave({ assessment, expert, height, onClose }: Props & { expert: string | undefined }) {
  const { texts } = useUi();
  const { acts } = texts;
  const { api } = useSession();
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = async (file: string): Promise<string | null> => {
    try {
      const board = await readBoard(api, assessment.id, expert);
      setChecked({ file, board, sheet: await checkScoreSheet(file, board, texts) });
      return null;
    } catch (error) {
      return errorText(error, texts);
    }
  };
  if (checked !== null) return <Preview {...{ assessment, expert, checked, height, onClose }} onAgain={check} />;
  return (
    <FilePicker
      title={acts.scoreSheet.title}
      note={acts.scoreSheet.note}
      height={height}
      accepts={isSheet}
      onPick={check}
      onCancel={onClose}
    />
  );
}

type PreviewProps = Props & {
  expert: string | undefined;
  checked: Checked;
  onAgain(file: string): Promise<string | null>;
};

/** What a sheet changes, or its wrong rows; Enter saves the changes. */
function Preview({ assessment, expert, checked: { file, board, sheet }, height, onClose, onAgain }: PreviewProps) {
  const { texts, columns, look } = useUi();
  const { acts, cli, tui } = texts;
  const { api, models, commands, say } = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  const busy = useRef(false);
  const { wrong, differences } = sheet;
  const lines = wrong.length > 0 ? wrongLines() : changeLines();
  const scroll = useScroll(lines.length, height - OTHER_ROWS);
  const save = async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      const sum = await sendScores(api, assessment.id, board, differences);
      const verdict = verdictText(verdictOf(sum, assessment.level, assessment.rules.thresholds), texts);
      say(cli.scores.saved(differences.length, verdict), 'good');
      commands.add(
        commandLine(
          'assessments',
          'scores',
          'import',
          assessment.number,
          shownPath(file),
          ...flags({ expert }),
          '--yes',
        ),
      );
      models.refresh();
      onClose();
    } catch (error) {
      setProblem(errorText(error, texts));
      // Somebody else may have saved meanwhile: compare with what is stored now.
      await onAgain(file);
    } finally {
      busy.current = false;
    }
  };
  const able = wrong.length === 0 && differences.length > 0;
  useKeys({
    places: ['view', 'entry'],
    handlers: { ...scroll.handlers, close: onClose, ...(able ? { save: () => void save() } : {}) },
    modal: true,
  });
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate-end">
        {summary()}
      </Text>
      <ScrollLines lines={lines} top={scroll.top} height={Math.min(height - OTHER_ROWS, lines.length)} />
      <Muted wrap="truncate-end" on={problem === null} {...(problem === null ? {} : look.text('red'))}>
        {problem === null ? note() : `! ${problem}`}
      </Muted>
    </Box>
  );

  function note(): string {
    if (able) return acts.scoreSheet.save;
    return wrong.length > 0 ? acts.scoreSheet.mend : '';
  }

  function summary(): string {
    if (wrong.length > 0) return cli.imports.checked(sheet.rows, wrong.length);
    if (differences.length === 0) return cli.scores.same;
    return acts.scoreSheet.changes(formatCount(differences.length), formatCount(sheet.rows));
  }

  function wrongLines(): string[] {
    return keyValueLines(
      wrong.map(({ row, serial, reason }) => [`${acts.scoreSheet.row(row)}  ${serial}`.trimEnd(), reason]),
      columns,
    );
  }

  function changeLines(): string[] {
    const items = new Map(board.rows.map(({ item }) => [item.serial, item]));
    const missing = tui.scores.missingMark;
    const content = (serial: string) => {
      const item = items.get(serial);
      return item === undefined ? '' : wordingIn(texts.lang, item.content, item.contentEn);
    };
    const { before, after } = cli.scores.columns;
    return tableLines(
      [tui.scores.serial, tui.scores.item, before, after],
      differences.map((one) => [
        one.serial,
        content(one.serial),
        scoreStateText(one.before, missing),
        scoreStateText(one.after, missing),
      ]),
      columns,
    );
  }
}
