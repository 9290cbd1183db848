import { existsSync } from 'node:fs';
import { Box, Text } from 'ink';
import { useState, useSyncExternalStore } from 'react';
import { atomicWrite } from '../../lib/atomicWrite.ts';
import { errorText, hintText } from '../format.ts';
import { type Job, reportText } from '../jobs/jobs.ts';
import { useSession } from '../session.ts';
import type { Texts } from '../texts.ts';
import { useTexts, useUi } from '../ui.ts';
import { CursorLines } from '../widgets/CursorLines.tsx';
import { wrap } from '../widgets/keyValueLines.ts';
import { Above } from '../widgets/Panel.tsx';
import { PROMPT_ROWS, Prompt } from '../widgets/Prompt.tsx';
import { jobLine } from './jobLine.ts';
import { TextScreen } from './TextScreen.tsx';

/** The jobs and their results. */
export function JobsScreen({ height }: { height: number }) {
  const { tui } = useTexts();
  const { jobs, undo } = useSession();
  useSyncExternalStore(jobs.subscribe, jobs.snapshot);
  const texts = useTexts();
  const [open, setOpen] = useState<number | null>(null);
  const [saving, setSaving] = useState<number | null>(null);
  const list = jobs.list();
  const shown = open === null ? undefined : jobs.get(open);
  const kept = saving === null ? undefined : jobs.get(saving);
  const room = height - (kept ? PROMPT_ROWS : 0);
  const unmet = (job: Job | undefined) => ({
    rows: job ? null : tui.jobs.none,
    running: job?.state === 'running' ? null : tui.why.notRunning,
    report: job && job.outcomes.length > 0 ? null : tui.why.noReport,
    undo: job?.undo && job.state !== 'running' ? null : tui.why.noUndo,
  });
  const handlersOf = (job: Job | undefined) => ({
    jobStop: () => job && jobs.stop(job.id),
    jobReport: () => job && setSaving(job.id),
    jobUndo: () => job && undo(job),
  });
  return (
    <Box flexDirection="column" height={height}>
      {shown ? (
        <Above>
          <OneJob
            key={shown.id}
            job={shown}
            height={room}
            handlers={{ ...handlersOf(shown), close: () => setOpen(null) }}
            unmet={unmet(shown)}
          />
        </Above>
      ) : (
        <>
          <Text bold>{tui.jobs.title}</Text>
          {list.length === 0 && <Text dimColor> {tui.jobs.none}</Text>}
          <CursorLines
            lines={list.map((job) => jobLine(job, texts))}
            height={room - (list.length === 0 ? 2 : 1)}
            places={['jobs']}
            handlers={{
              jobOpen: (at) => setOpen(list[at]?.id ?? null),
              jobStop: (at) => handlersOf(list[at]).jobStop(),
              jobReport: (at) => handlersOf(list[at]).jobReport(),
              jobUndo: (at) => handlersOf(list[at]).jobUndo(),
            }}
            unmet={(at) => unmet(list[at])}
          />
        </>
      )}
      {kept && (
        <Above>
          <Above>
            <SaveReport job={kept} onClose={() => setSaving(null)} />
          </Above>
        </Above>
      )}
    </Box>
  );
}

type OneProps = { job: Job; height: number } & Pick<Parameters<typeof TextScreen>[0], 'handlers' | 'unmet'>;

function OneJob({ job, height, handlers = {}, unmet = {} }: OneProps) {
  const { texts, columns } = useUi();
  return (
    <TextScreen
      title={jobLine(job, texts)}
      lines={jobLines(job, texts, columns)}
      height={height}
      places={['jobs']}
      handlers={handlers}
      unmet={unmet}
    />
  );
}

/** A job's results: failures first, then passwords, then the rest. */
function jobLines(job: Job, texts: Texts, columns: number): string[] {
  const { tui, common } = texts;
  const lineOf = ({ label, text }: Job['outcomes'][number]) => `${label}${common.marks.colon}${text}`;
  const failed = job.outcomes.filter(({ result }) => result === 'failed');
  const secret = job.outcomes.filter((one) => one.secret !== undefined);
  const rest = job.outcomes.filter((one) => one.result !== 'failed' && one.secret === undefined);
  return [
    ...(job.failure === null
      ? []
      : [errorText(job.failure, texts), hintText(job.failure, texts)].flatMap((line) =>
          line ? wrap(line, columns) : [],
        )),
    ...job.notes.flatMap((note) => wrap(note, columns)),
    ...section(tui.jobs.failed, failed.map(lineOf)),
    ...section(
      tui.jobs.secrets,
      secret.map((one) => `${one.label}: ${one.secret}`),
    ),
    ...section(tui.jobs.done, rest.map(lineOf)),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)];
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
      initial={`report-${new Date(job.startedAt).toISOString().slice(0, 19).replace(/[-:]/g, '')}.csv`}
      note={tui.jobs.reportNote}
      onAnswer={save}
      onCancel={onClose}
    />
  );
}
