import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { everyExpert } from '../../../assessment/experts/everyExpert.ts';
import { invalidateQueries } from '../../../core/invalidateQueries.ts';
import { useUser } from '../../../core/session.ts';
import type { Selected } from '../selection.ts';
import { useListText } from '../texts.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { type Run, recordTasks, unfinishedRun } from './journal.ts';
import { RunDialog } from './RunDialog.tsx';
import { type BulkStep, StepDialog } from './StepDialog.tsx';
import type { Task } from './tasks.ts';

/** The work on the selected rows; `resume`: the work that a reload cut off. */
export type BulkAct = 'assign' | BulkStep | 'resume';

type Props = {
  act: BulkAct;
  rows: readonly Selected[];
  /** Called when the user closes the dialog; `changed`: whether anything may have been done. */
  onClose: (changed: boolean) => void;
};

/** One bulk act, from its dialog to its result. */
export default function Bulk({ act, rows, onClose }: Props) {
  const words = useListText();
  const cache = useQueryClient();
  const { id } = useUser();
  const [run, setRun] = useState<Run | null>(() => (act === 'resume' ? unfinishedRun(id) : null));

  function begin(tasks: readonly Task[]) {
    recordTasks(id, tasks);
    setRun({ tasks, outcomes: {} });
  }

  function close() {
    void invalidateQueries(cache, { queryKey: everyExpert.queryKey });
    void cache.invalidateQueries({ queryKey: ['assessments'] });
    onClose(true);
  }

  if (run) return <RunDialog title={words.bulk.title} run={run} begin={act !== 'resume'} onClose={close} />;
  const cancel = () => onClose(false);
  if (act === 'assign') return <AssignDialog rows={rows} onRun={begin} onClose={cancel} />;
  return act === 'resume' ? null : <StepDialog to={act} rows={rows} onRun={begin} onClose={cancel} />;
}
