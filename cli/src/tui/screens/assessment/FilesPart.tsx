import type { Assessment, FileItem } from '@shp/shared/api/objects';
import { isFileCategory } from '@shp/shared/domain/assessment/files';
import { MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { clockText } from '@shp/shared/sheets/days';
import { Box } from 'ink';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { assessmentFiles } from '../../../api/assessmentFiles.ts';
import { displayWidth, truncate, truncateMiddle } from '../../../lib/width.ts';
import { bytes } from '../../../output/progress.ts';
import { commandLine } from '../../commands/commandLine.ts';
import { formatCount, statusName } from '../../format.ts';
import type { FileKind } from '../../jobs/download.ts';
import type { Reason } from '../../keys/reasons.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { whyNoCall, whyNoUpload } from '../../permissions.ts';
import type { RemarkPlace } from '../../remarkDrafts.ts';
import { type Me, useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCopied } from '../../useCopied.ts';
import { CursorLines } from '../../widgets/CursorLines.tsx';
import { Floating, floatRows, QUESTION_COLUMNS } from '../../widgets/Floats.tsx';
import { Muted } from '../../widgets/Muted.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { GAP, tableLines } from '../../widgets/tableLines.ts';
import { ArchivePrompt, DownloadPrompt } from '../DownloadPrompt.tsx';
import { AddToAssessment } from '../uploads/AddToAssessment.tsx';
import { useOpenFile } from '../useOpenFile.ts';
import { KEPT_KEYS } from './keptKeys.ts';
import type { PartProps } from './LinesPart.tsx';
import { useRemarking } from './remarking.tsx';

/** A day without its time, and the columns that a file's place keeps. */
const DAY_WIDTH = '2026-11-28'.length;
const PLACE_LEAST = 12;

/** Rows for the whole name of the current file, its bytes and its time to the second. */
const DETAIL_ROWS = 3;

/** The application's files and evidence: Enter downloads one, `o` opens it, `e` downloads all of them. */
export function FilesPart({ assessment, turn, height, skip }: PartProps) {
  const { texts, columns, look } = useUi();
  const { tui, rules, acts, common } = texts;
  const { api, me, jobs, fail } = useSession();
  const jobsEnded = useSyncExternalStore(jobs.subscribe, jobs.countEnded);
  const { id, version } = assessment;
  const [files, setFiles] = useState<readonly FileItem[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [asked, setAsked] = useState<FileItem | 'all' | 'add' | null>(null);
  const place = useRef(0);
  const shown = useRef<readonly FileItem[]>([]);
  const copied = useCopied();
  const open = useOpenFile(setAsked);
  const remarking = useRemarking();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may have other files, a turn asks again, and a job may have added some
  useEffect(() => {
    const stop = new AbortController();
    const arrived = (found: readonly FileItem[]) => {
      const current = shown.current[place.current]?.id;
      const at = found.findIndex((file) => file.id === current);
      if (at >= 0) place.current = at;
      shown.current = found;
      setFiles(found);
      setFailure(null);
    };
    assessmentFiles(api, id, { signal: stop.signal }).then(arrived, (error: unknown) => {
      if (stop.signal.aborted) return;
      setFailure(error);
      fail(error);
    });
    return () => stop.abort();
  }, [api, id, version, turn, jobsEnded, fail]);
  const close = () => setAsked(null);
  useKeys({
    places: ['assessment'],
    handlers: { addFiles: () => setAsked('add') },
    unmet: { uploadRight: whyNoFiles(assessment, me, texts) },
  });
  const adding = asked === 'add' && (
    <Overlay>
      <Floating>
        <AddToAssessment
          assessment={assessment}
          current={files?.[place.current]}
          height={floatRows(height)}
          onClose={close}
        />
      </Floating>
    </Overlay>
  );
  if (files === null) return <Pending failures={[failure]} keeps={KEPT_KEYS.files} />;
  if (files.length === 0) {
    return (
      <>
        <Muted>{tui.files.none}</Muted>
        {adding}
      </>
    );
  }
  const placeOf = ({ category, serial }: FileItem) =>
    category !== undefined && isFileCategory(category)
      ? rules.fileCategories[category]
      : tui.files.evidence(serial ?? '');
  const heads = [tui.files.place, tui.files.title, tui.files.size, tui.files.uploadedAt];
  const rowOf = (file: FileItem, time: number) => [
    placeOf(file),
    nameOf(file),
    bytes(file.size),
    timeOf(file).slice(0, time),
  ];
  const rows = fitted(
    heads,
    [MINUTE_WIDTH, DAY_WIDTH].map((time) => files.map((file) => rowOf(file, time))),
    columns - 2,
  );
  const [head = '', ...lines] = tableLines(heads, rows, columns - 2, [2], [1]);
  const detail = (at: number): string[] => {
    const file = files[at];
    if (file === undefined) return [];
    const facts = [placeOf(file), acts.openFile.bytes(formatCount(file.size)), timeOf(file)].join('  ');
    const remark = remarking.textOn(aboutFile(file));
    return [
      '',
      truncateMiddle(nameOf(file), columns),
      facts,
      ...(remark === undefined ? [] : [look.paint('amber', `${acts.remarking.label}${common.marks.colon}${remark}`)]),
    ];
  };
  const onFile = (at: number, act: (file: FileItem) => void) => files[at] && act(files[at]);
  const downloadCommand = (file: FileItem) => commandLine('files', 'download', assessment.number, file.id);
  return (
    <Box flexDirection="column" height={height}>
      <CursorLines
        head={head}
        lines={lines}
        height={height}
        places={['assessment']}
        handlers={{
          openPart: (at) => setAsked(files[at] ?? null),
          openFile: (at) => onFile(at, (file) => open(kindOf(file), file, downloadCommand(file))),
          download: () => setAsked('all'),
          ...remarking.keys((at: number) => onFile(at, (file) => remarking.ask(aboutFile(file), nameOf(file)))),
          copy: (at) => onFile(at, (file) => copied(nameOf(file))),
          copyId: (at) => onFile(at, ({ id }) => copied(id)),
          copyCommand: (at) => onFile(at, (file) => copied(downloadCommand(file))),
        }}
        unmet={(at) => {
          const file = files[at];
          return {
            openRight: file ? whyNoCall(me, tokenCall(file), texts) : null,
            exportRight: whyNoCall(me, 'GET file/archive', texts),
            ...remarking.unmet,
          };
        }}
        names={{ openPart: tui.files.download, download: acts.archive.key, copy: acts.openFile.copyName }}
        detail={{ rows: DETAIL_ROWS + (files.some((file) => remarking.textOn(aboutFile(file))) ? 1 : 0), of: detail }}
        kept={place}
        onFrame={{ skip }}
      />
      {adding}
      {asked !== null && asked !== 'add' && (
        <Overlay>
          <Floating width={QUESTION_COLUMNS}>
            {asked === 'all' ? (
              <ArchivePrompt assessment={assessment} onClose={close} />
            ) : (
              <DownloadPrompt kind={kindOf(asked)} file={asked} of={assessment.number} onClose={close} />
            )}
          </Floating>
        </Overlay>
      )}
    </Box>
  );
}

/** The rows that have room: those with the day alone where a minute has none; a name is whole before its place is. */
function fitted(heads: readonly string[], forms: readonly string[][][], room: number): string[][] {
  const widthsOf = (rows: readonly string[][]) =>
    heads.map((head, at) => Math.max(...[head, ...rows.map((row) => row[at] ?? '')].map(displayWidth)));
  const over = (rows: readonly string[][]) => widthsOf(rows).reduce((sum, width) => sum + width + GAP, -GAP) - room;
  const fits = forms.find((rows) => over(rows) <= 0);
  if (fits) return fits;
  const narrow = forms.at(-1) ?? [];
  const [place = 0] = widthsOf(narrow);
  const width = Math.max(PLACE_LEAST, place - over(narrow));
  return narrow.map(([first = '', ...rest]) => [truncate(first, width), ...rest]);
}

/** Why the user adds no files now; null if that is possible. */
function whyNoFiles({ permissions, status }: Assessment, me: Me, texts: Texts): Reason | string | null {
  const refused = whyNoUpload(me, 'file', texts);
  return refused ?? (permissions.uploadEvidence ? null : texts.acts.uploads.notNow(statusName(status, texts)));
}

/** A remark on a file names its place too. */
const aboutFile = ({ id, serial, category }: FileItem): RemarkPlace => ({
  part: 'file',
  fileId: id,
  ...(serial === undefined ? { field: category } : { serial }),
});
const kindOf = ({ serial }: FileItem): FileKind => (serial === undefined ? 'file' : 'evidence');
const tokenCall = ({ serial }: FileItem) => (serial === undefined ? 'GET file/token' : 'GET file/evidence_token');
const nameOf = ({ title, extension }: FileItem) => `${title}.${extension}`;
const timeOf = ({ uploadedAt }: FileItem) => clockText(uploadedAt) ?? '';
