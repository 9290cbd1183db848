import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { dayOf } from '@shp/shared/domain/lib/days';
import { formatAsked } from '@shp/shared/domain/lib/sheetFormats';
import { useRef } from 'react';
import { formatCount } from '../format.ts';
import { type Exporting, exportJob } from '../jobs/export.ts';
import { isResumableExport, resumable, storedSelection } from '../jobs/resumableJobs.ts';
import { allMatching } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import { countOf } from '../list/selection.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { Prompt } from '../widgets/Prompt.tsx';
import { hereText } from './hereText.ts';

type Props<R extends { id: string }> = { model: ListModel<R>; exporting: Exporting<R>; onClose(): void };

/** Asks for the file of an export of the selection, or of all matching rows. */
export function ExportPrompt<R extends { id: string }>({ model, exporting, onClose }: Props<R>) {
  const texts = useTexts();
  const { tui } = texts;
  const { jobs, me, context, say } = useSession();
  const replaced = useRef('');
  const { selection } = model.state;
  const target = countOf(selection) > 0 ? selection : allMatching(model);
  const count = formatCount(countOf(target));
  const answer = (text: string): string | null => {
    const file = text.trim();
    if (formatAsked(file) === undefined) return tui.export.ending;
    if (existsSync(file) && replaced.current !== file) {
      replaced.current = file;
      return tui.export.exists;
    }
    const path = resolve(file);
    const list = model.def.name;
    const spec = exportJob(exporting, { model, target, role: me.role, file: path, context }, texts);
    const work = { kind: 'export', list, file: path, target: storedSelection(target) } as const;
    jobs.start(isResumableExport(list) ? resumable({ context, me }, work, spec) : spec);
    say(tui.export.started(file));
    onClose();
    return null;
  };
  return (
    <Prompt
      title={target === selection ? tui.export.selected(count) : tui.export.matching(count)}
      label={tui.export.file}
      initial={`${exporting.name}-${dayOf(new Date()).replaceAll('-', '')}.xlsx`}
      note={`${tui.export.note}${texts.common.marks.semicolon}${texts.acts.folder(hereText())}`}
      onAnswer={answer}
      onCancel={onClose}
    />
  );
}
