import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { clockText } from '@shp/shared/sheets/days';
import { Box } from 'ink';
import { useState, useSyncExternalStore } from 'react';
import { atomicWrite } from '../../lib/atomicWrite.ts';
import { openerOf, openFile } from '../../lib/opener.ts';
import { shownPath } from '../../lib/userFile.ts';
import { wrap } from '../../lib/wrap.ts';
import { errorText, formatCount, hintText } from '../format.ts';
import { type Job, reportText } from '../jobs/jobs.ts';
import { postpone } from '../jobs/resumableJobs.ts';
import { MARK_COLUMNS } from '../list/Rows.tsx';
import { PATH_MARK } from '../look/frame.ts';
import { type Look, MARK } from '../look/look.ts';
import { usePath } from '../path.ts';
import { type CutOff, useSession } from '../session.ts';
import type { Texts } from '../texts.ts';
import { useTexts, useUi } from '../ui.ts';
import { useCopied } from '../useCopied.ts';
import { CursorLines } from '../widgets/CursorLines.tsx';
import { Floating, QUESTION_COLUMNS } from '../widgets/Floats.tsx';
import { type Fact, keyValueLines } from '../widgets/keyValueLines.ts';
import { Muted } from '../widgets/Muted.tsx';
import { FRAME_COLUMNS, FRAME_ROWS, PANE_COLUMNS, Pane } from '../widgets/Pane.tsx';
import { Overlay } from '../widgets/Panel.tsx';
import { Prompt } from '../widgets/Prompt.tsx';
import {
  COLOUR_OF_JOB,
  countsText,
  fileOf,
  jobTable,
  progressText,
  runText,
  startText,
  stateText,
  timeText,
} from './jobLine.ts';
import { hasRun, type JobRow, jobRows } from './jobRows.ts';
import { TextScreen } from './TextScreen.tsx';

/** The jobs and their results; `o` opens the file that one has written. */
export function JobsScreen({ height }: { height: number }) {
  const { texts, columns, look } = useUi();
  const { tui } = texts;
  const { jobs, undo, unfinished, goOn, forget, back, say } = useSession();
  useSyncExternalStore(jobs.subscribe, jobs.snapshot);
  const copied = useCopied();
  const path = usePath(tui.jobs.title);
  const { acts } = texts;
  const namesOf = (job: Job | undefined) => ({
    copy: job && fileOf(job) !== null ? acts.openFile.copyPath : acts.openFile.copyTitle,
  });
  const [open, setOpen] = useState<number | null>(null);
  const [saving, setSaving] = useState<number | null>(null);
  const all = jobRows(jobs.list(), unfinished);
  const rowOf = (id: number | null) => (id === null ? undefined : all.find((row) => hasRun(row, id)));
  const openRow = rowOf(open);
  const shown = openRow?.job;
  const savedJob = rowOf(saving)?.job;
  const openPath = (file: string) => {
    const opener = openerOf(process.env, process.platform);
    if (opener === null) return say(texts.acts.openFile.noDisplayAt(file), 'bad');
    void openFile(opener, file).then((reason) =>
      reason === null
        ? say(texts.acts.openFile.opened(opener.program), 'good')
        : say(texts.acts.openFile.failed(reason, shownPath(file)), 'failed'),
    );
  };
  const jobAt = (at: number) => all[at]?.job;
  const cutAt = (at: number) => all[at]?.cut;
  const [head, ...lines] = jobTable(all, texts, look, columns - FRAME_COLUMNS - MARK_COLUMNS - 1);
  const unmet = (job: Job | undefined, cut = false) => {
    const no = (why: string) => (all.length === 0 ? tui.jobs.none : why);
    return {
      rows: job ? null : cut ? acts.resumable.howTo : tui.jobs.none,
      resumable: cut ? null : no(whyNotResumed(job?.state, texts)),
      running: job?.state === 'running' ? null : no(tui.why.notRunning),
      file: job && fileOf(job) !== null ? null : no(tui.why.noFile),
      report: job && job.outcomes.length > 0 ? null : no(tui.why.noReport),
      undo: job?.undo && job.state !== 'running' ? null : (job?.noUndo?.(texts) ?? tui.why.noUndo),
    };
  };
  const handlersOf = (job: Job | undefined) => ({
    jobStop: () => {
      if (job === undefined) return;
      // Who stops a job is not asked about it at the next start.
      if (job.resume !== null) postpone(job.resume);
      jobs.stop(job.id);
    },
    jobFile: () => {
      const file = job && fileOf(job);
      if (file) openPath(file);
    },
    copy: () => job && copied(fileOf(job) ?? job.title(texts)),
    jobReport: () => job && setSaving(job.id),
    jobUndo: () => job && undo(job),
  });
  const cutHandlers = (cut: CutOff | undefined) => ({
    jobResume: () => goOn(cut?.key ?? ''),
    jobForget: () => forget(cut?.key ?? ''),
  });
  return (
    <Box flexDirection="column" height={height}>
      {shown ? (
        <Overlay>
          <OneJob
            key={open}
            job={shown}
            row={openRow ?? {}}
            height={height}
            handlers={{ ...handlersOf(shown), ...cutHandlers(openRow?.cut), close: () => setOpen(null) }}
            unmet={unmet(shown, openRow?.cut !== undefined)}
            names={namesOf(shown)}
          />
        </Overlay>
      ) : (
        <Pane head={path} height={height} padding={0}>
          {lines.length === 0 && <Muted> {tui.jobs.none}</Muted>}
          <CursorLines
            {...(all.length === 0 ? {} : { head })}
            lines={lines}
            onFrame={{}}
            height={height - FRAME_ROWS - (lines.length === 0 ? 1 : 0)}
            places={['jobs']}
            handlers={{
              unselect: back,
              jobOpen: (at) => setOpen(jobAt(at)?.id ?? null),
              jobStop: (at) => handlersOf(jobAt(at)).jobStop(),
              jobFile: (at) => handlersOf(jobAt(at)).jobFile(),
              copy: (at) => handlersOf(jobAt(at)).copy(),
              jobReport: (at) => handlersOf(jobAt(at)).jobReport(),
              jobUndo: (at) => handlersOf(jobAt(at)).jobUndo(),
              jobResume: (at) => cutHandlers(cutAt(at)).jobResume(),
              jobForget: (at) => cutHandlers(cutAt(at)).jobForget(),
            }}
            unmet={(at) => unmet(jobAt(at), cutAt(at) !== undefined)}
            names={(at) => namesOf(jobAt(at))}
          />
        </Pane>
      )}
      {savedJob && (
        <Overlay>
          <Overlay>
            <Floating width={QUESTION_COLUMNS}>
              <SaveReport job={savedJob} onClose={() => setSaving(null)} />
            </Floating>
          </Overlay>
        </Overlay>
      )}
    </Box>
  );
}

/** Why a job neither goes on nor is taken off the list. */
function whyNotResumed(state: Job['state'] | undefined, { acts }: Texts): string {
  const { notLeft, notCut, runs } = acts.resumable;
  return state === 'running' ? runs : state === 'stopped' ? notLeft : notCut;
}

type OneProps = { job: Job; row: JobRow; height: number } & Pick<
  Parameters<typeof TextScreen>[0],
  'handlers' | 'unmet' | 'names'
>;

function OneJob({ job, row, height, handlers = {}, unmet = {}, names = {} }: OneProps) {
  const { texts, columns, look } = useUi();
  return (
    <TextScreen
      title={`${texts.tui.jobs.title}${PATH_MARK}${job.title(texts)}`}
      lines={jobLines(job, row, texts, look, columns - PANE_COLUMNS)}
      height={height}
      places={['jobs', 'list']}
      handlers={handlers}
      unmet={unmet}
      names={names}
    />
  );
}

/** A job's results: failures first, then passwords, then the rest; and the runs from which it went on. */
function jobLines(
  job: Job,
  { earlier = [], undone, cut }: JobRow,
  texts: Texts,
  look: Look,
  columns: number,
): string[] {
  const { tui, common, acts } = texts;
  const lineOf = ({ label, text }: Job['outcomes'][number]) =>
    text === '' ? label : `${label}${common.marks.colon}${text}`;
  const failed = job.outcomes.filter(({ result }) => result === 'failed');
  const secret = job.outcomes.filter((one) => one.secret !== undefined);
  const rest = job.outcomes.filter((one) => one.result !== 'failed' && one.secret === undefined);
  const words = tui.jobs.columns;
  const file = fileOf(job);
  const isNamed = file !== null && job.notes.some((note) => note.includes(basename(file)));
  const state = `${MARK} ${stateText(job, texts, undone)}`;
  const facts: Fact[] = [
    [words.state, state],
    // What ended it, and its notes, stand below.
    [
      words.result,
      job.state === 'running' ? progressText(job) : job.outcomes.length === 0 ? '' : countsText(job, texts),
    ],
    [words.started, startText(job)],
    [words.time, timeText(job, texts)],
    [words.file, isNamed ? '' : (file ?? '')],
  ];
  const factLines = keyValueLines(
    facts.filter(([, value]) => value !== ''),
    columns,
  ).map((line) => (line.endsWith(state) ? line.replace(MARK, look.mark(COLOUR_OF_JOB[job.state])) : line));
  const sections = [
    (job.command ?? '').split('\n').flatMap((line) => (line === '' ? [] : wrap(`$ ${line}`, columns))),
    [
      ...(job.failure === null ? [] : [job.state === 'stopped' ? '' : errorText(job.failure, texts)]),
      ...(job.failure === null ? [] : [cut === undefined ? hintText(job.failure, texts) : acts.resumable.howTo]),
      ...job.notes,
    ].flatMap((line) => (line ? wrap(line, columns) : [])),
    section(
      tui.jobs.earlier,
      earlier.map((run) => runText(run, texts)),
      columns,
    ),
    section(tui.jobs.failed, failed.map(lineOf), columns).map((line) => look.paint('red', line)),
    section(
      tui.jobs.secrets,
      secret.map((one) => `${one.label}: ${one.secret}`),
      columns,
    ),
    section(tui.jobs.done, rest.map(lineOf), columns),
  ];
  return [...factLines, ...sections.flatMap((lines) => (lines.length === 0 ? [] : ['', ...lines]))];
}

function section(title: string, lines: readonly string[], columns: number): string[] {
  if (lines.length === 0) return [];
  const indented = (line: string) => wrap(line, columns - 4).map((one, at) => `${at === 0 ? '  ' : '    '}${one}`);
  return [`${title} (${formatCount(lines.length)})`, ...lines.flatMap(indented)];
}

/** The name of a report, by when its job began in China, as an export's. */
function reportName({ startedAt }: Job): string {
  const started = clockText(new Date(startedAt).toISOString()) ?? '';
  return `report-${started.replace(/[-:]/g, '').replace(' ', 'T')}.csv`;
}

function SaveReport({ job, onClose }: { job: Job; onClose(): void }) {
  const texts = useTexts();
  const { tui } = texts;
  const { jobs, say } = useSession();
  const save = (text: string): string | null => {
    const file = text.trim();
    if (file === '') return tui.files.noName;
    if (existsSync(file)) return tui.jobs.reportExists;
    try {
      atomicWrite(file, reportText(job, texts), 0o600);
    } catch (error) {
      return errorText(error, texts);
    }
    jobs.saved(job.id);
    say(texts.cli.notes.written(file), 'good');
    onClose();
    return null;
  };
  return (
    <Prompt
      title={tui.jobs.saveReport}
      label={tui.export.file}
      initial={reportName(job)}
      note={tui.jobs.reportNote}
      onAnswer={save}
      onCancel={onClose}
    />
  );
}
