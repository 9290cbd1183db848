import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Assessment } from '@shp/shared/api/objects';
import { formatAsked } from '@shp/shared/domain/lib/sheetFormats';
import { useRef } from 'react';
import { readBoard } from '../../../../bulk/scores/board.ts';
import { scoreSheet } from '../../../../bulk/scores/write.ts';
import { shownPath } from '../../../../lib/userFile.ts';
import { writeAtomicFile } from '../../../../transfer/atomicFile.ts';
import { commandLine } from '../../../commands/commandLine.ts';
import { useSession } from '../../../session.ts';
import { useTexts } from '../../../ui.ts';
import { Prompt } from '../../../widgets/Prompt.tsx';
import { hereText } from '../../hereText.ts';

/** Asks for the file of the score sheet: an expert's own scores, otherwise the station's. */
export function ScoreExport({ assessment, onClose }: { assessment: Assessment; onClose(): void }) {
  const texts = useTexts();
  const { tui, acts } = texts;
  const { jobs, say } = useSession();
  const replaced = useRef('');
  const answer = (text: string): string | null => {
    const file = text.trim();
    const format = formatAsked(file);
    if (format === undefined) return tui.export.ending;
    if (existsSync(file) && replaced.current !== file) {
      replaced.current = file;
      return tui.export.exists;
    }
    const path = resolve(file);
    jobs.start({
      title: (now) => now.tui.export.job(shownPath(path)),
      command: commandLine('assessments', 'scores', 'export', assessment.number, '-o', shownPath(path)),
      async run({ api, note }) {
        const board = await readBoard(api, assessment.id, undefined);
        await writeAtomicFile(
          path,
          async (sink) => {
            for await (const chunk of scoreSheet(board, format, texts.lang)) await sink.write(chunk);
          },
          () => {},
        );
        note(texts.cli.notes.exported(board.rows.length, path));
      },
    });
    say(tui.export.started(file));
    onClose();
    return null;
  };
  return (
    <Prompt
      title={acts.scoreSheet.export}
      label={tui.export.file}
      initial={`scores-${assessment.number}.xlsx`}
      note={`${tui.export.note}${texts.common.marks.semicolon}${acts.folder(hereText())}`}
      onAnswer={answer}
      onCancel={onClose}
    />
  );
}
