import type { Tui } from '@shp/shared/text/en/tui';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../format.ts';
import type { Job, JobSpec } from '../jobs/jobs.ts';
import { onlyOf, targetOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import { countOf, type Selection, sameQuery } from '../list/selection.ts';
import { unseenText } from '../list/unseen.ts';
import { useSession } from '../session.ts';
import type { Texts } from '../texts.ts';
import { useTexts } from '../ui.ts';
import { Confirm } from '../widgets/Confirm.tsx';
import { Prompt } from '../widgets/Prompt.tsx';
import { useOpenWork } from './useOpenWork.ts';

/** Rows that the question names. */
const NAMED = 3;
/** A deletion of more rows asks for their number. */
const TYPED_FROM = 20;
const DELETIONS: readonly (keyof Tui['operations'])[] = ['delete', 'remove', 'deleteAssessments', 'deleteDocuments'];

type Props<R extends { id: string }> = {
  operation: keyof Tui['operations'];
  model: ListModel<R>;
  /** The target, if it is not the selection or the current row of the list. */
  only?: Selection<R>;
  job(target: Selection<R>): JobSpec;
  onStarted?(job: Job, target: Selection<R>): void;
  onClose(): void;
};

/**
 * Confirms and starts an operation on the selection or the current row. Asks twice if it takes away open work; an early
 * yes waits for that lookup.
 */
export function OperationConfirm<R extends { id: string }>(props: Props<R>) {
  const { operation, model, only: given, job, onStarted, onClose } = props;
  const texts = useTexts();
  const { tui } = texts;
  const { jobs, say } = useSession();
  const target = given ?? targetOf(model);
  const work = useOpenWork(operation, model, target);
  const [answer, setAnswer] = useState<'none' | 'early' | 'first'>('none');
  const started = useRef(false);
  const words = tui.operations[operation];
  const start = () => {
    if (target === null || started.current) return;
    started.current = true;
    const running = jobs.start(job(target));
    if (given === undefined) model.dispatch({ do: 'unselect' });
    say(tui.jobs.started(words.title));
    onClose();
    onStarted?.(running, target);
  };
  const onYes = () => {
    if (work.state === 'looking') setAnswer('early');
    else if (work.state === 'nothing' || answer === 'first') start();
    else setAnswer('first');
  };
  const isDue = answer === 'early' && work.state !== 'looking';
  // biome-ignore lint/correctness/useExhaustiveDependencies: handles an early yes once, when the lookup is done
  useEffect(() => {
    if (isDue) onYes();
  }, [isDue]);
  if (target === null) return null;
  const only = onlyOf(target);
  const question = only ? words.one(model.def.nameOf(only)) : words.many(formatCount(countOf(target)));
  const unseen = unseenText(model, target, texts);
  const asked = [question, ...firstNames(model, target, texts), ...(unseen === '' ? [] : [unseen])];
  const count = countOf(target);
  if (count > TYPED_FROM && DELETIONS.includes(operation)) {
    const { typed } = texts.acts;
    const told = work.state === 'looking' ? tui.openWork.looking : 'line' in work ? work.line : words.note;
    return (
      <Prompt
        title={words.title}
        lines={[...asked, told]}
        label={typed.label(count)}
        onAnswer={(text) => {
          if (text.trim() !== String(count)) return typed.wrong(count);
          if (work.state === 'looking') return tui.openWork.looking;
          start();
          return null;
        }}
        onCancel={onClose}
      />
    );
  }
  const lines = {
    none: [...asked, 'line' in work ? work.line : words.note],
    early: [...asked, tui.openWork.looking],
    first: 'line' in work ? [work.line, ...asked.slice(1), work.question] : asked,
  };
  return <Confirm title={words.title} lines={lines[answer]} onYes={onYes} onNo={onClose} />;
}

/** The first of several rows by name, where they are known. */
function firstNames<R extends { id: string }>(model: ListModel<R>, target: Selection<R>, texts: Texts): string[] {
  const count = countOf(target);
  const { acts, common } = texts;
  const isShown = target.kind === 'matching' && sameQuery(target.query, model.state.query);
  const first = Array.from({ length: NAMED + (isShown ? target.except.size : 0) }, (_, at) => model.row(at));
  const rows =
    target.kind === 'picked'
      ? [...target.rows.values()]
      : isShown
        ? first.filter((row) => row !== undefined && !target.except.has(row.id))
        : [];
  const names = rows.slice(0, NAMED).flatMap((row) => (row ? [model.def.nameOf(row)] : []));
  if (count < 2 || names.length === 0) return [];
  const named = names.join(common.marks.list);
  return [count > names.length ? acts.typed.andMore(named, formatCount(count - names.length)) : named];
}
