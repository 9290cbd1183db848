import type { AssessmentRow, DocumentFile } from '@shp/shared/api/objects';
import { dayOf } from '@shp/shared/domain/lib/days';
import { displayWidth, pad, truncate } from '../../../lib/width.ts';
import { statusName } from '../../format.ts';
import { statusHue } from '../../look/statusHue.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Lines } from '../../widgets/Line.tsx';
import { FRAME_ROWS, PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';
import { markedText, stepLines } from '../../widgets/stepLines.ts';
import { takenSteps } from '../assessment/EventsPart.tsx';
import { nextStepLines } from '../assessment/steps.ts';

const EVERY_MS = 30_000;
/** Rows asked for, as many as the largest panes show. */
const [APPLICATIONS, DOCUMENTS] = [10, 20];
const GAP = '  ';
/** Rows of a pane that are worth its frame. */
export const PANE_LEAST = 1 + FRAME_ROWS;

/** The lines of a pane, cut to its width, and its rows with the frame. */
export type PaneLines = { readonly head: string; readonly lines: readonly string[]; readonly rows: number };

function paneOf(head: string, lines: readonly string[]): PaneLines | null {
  return lines.length === 0 ? null : { head, lines, rows: lines.length + FRAME_ROWS };
}

/** A pane of lines. */
export function LinesPane({ of: { head, lines }, width, height }: { of: PaneLines; width: number; height: number }) {
  return (
    <Pane head={head} width={width} height={height}>
      <Lines lines={lines.slice(0, height - FRAME_ROWS)} />
    </Pane>
  );
}

/** What the application still lacks, by step; null while it is not known, or if nothing can be done. */
export function useMissing(row: AssessmentRow | undefined, width: number): PaneLines | null {
  const { texts, look } = useUi();
  const { me } = useSession();
  const of = row === undefined ? null : { id: row.id };
  const steps = useCall('GET assessment/next_steps', of, EVERY_MS).data ?? [];
  const whole = useCall('GET assessment', of, EVERY_MS).data;
  if (whole === null) return null;
  const lines = nextStepLines(whole, steps, me, { texts, look, columns: width - PANE_COLUMNS, isFolded: false });
  return paneOf(
    steps.every(({ allowed }) => allowed) ? texts.tui.assessment.nextSteps : texts.views.home.missing,
    lines,
  );
}

/** The last events of an application, newest first. */
export function useRecentEvents(row: AssessmentRow | undefined, width: number): PaneLines | null {
  const { texts, look } = useUi();
  const events = useCall('GET assessment/events', row === undefined ? null : { id: row.id }, EVERY_MS).data ?? [];
  const steps = takenSteps(events, texts, width - PANE_COLUMNS);
  return paneOf(texts.tui.assessment.parts.events, stepLines(steps, width - PANE_COLUMNS, look));
}

/** The station's applications, newest first. */
export function useApplications(isAsked: boolean): PaneLines | null {
  const { texts, look } = useUi();
  const { common, views } = texts;
  const rows =
    useCall('GET assessment/query', isAsked ? { page: 1, size: APPLICATIONS } : null, EVERY_MS).data?.items ?? [];
  const levels = Math.max(0, ...rows.map(({ level }) => displayWidth(common.levels[level])));
  const lines = rows.map((row) =>
    [
      row.number,
      pad(common.levels[row.level], levels, false),
      dayOf(row.statusSince),
      markedText({ name: statusName(row.status, texts), hue: statusHue(row.status) }, look),
    ].join(GAP),
  );
  return paneOf(views.home.applications, lines);
}

/** The newest documents. */
export function useDocuments(isAsked: boolean, width: number): PaneLines | null {
  const { texts } = useUi();
  const files = useCall('GET document/list', isAsked ? { page: 1, size: DOCUMENTS } : null, EVERY_MS).data?.items ?? [];
  const nameOf = ({ title, extension }: DocumentFile) => `${title}.${extension}`;
  const lines = files.map((file) => {
    const day = dayOf(file.uploadedAt);
    return `${day}${GAP}${truncate(nameOf(file), width - PANE_COLUMNS - day.length - GAP.length)}`;
  });
  return paneOf(texts.common.menu.documents, lines);
}
