import type { Tui } from '@shp/shared/text/en/tui';
import { useEffect, useState } from 'react';
import { figure } from '../format.ts';
import type { JobSpec } from '../jobs/jobs.ts';
import { targetOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import { countOf, type Selection } from '../list/selection.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { Confirm } from '../widgets/Confirm.tsx';
import { PANEL_ROWS } from '../widgets/Panel.tsx';

/** Rows of the question and of what it leads to, which may take two of them. */
export const CONFIRM_ROWS = PANEL_ROWS + 3;

type Props<R extends { id: string }> = {
  operation: keyof Tui['operations'];
  model: ListModel<R>;
  job(target: Selection<R>): JobSpec;
  onClose(): void;
};

/** Asks before an operation on what is selected, or on the row under the cursor, and starts it. */
export function OperationConfirm<R extends { id: string }>({ operation, model, job, onClose }: Props<R>) {
  const { tui } = useTexts();
  const { jobs, say } = useSession();
  const target = targetOf(model);
  const open = useOpenWork(operation, target);
  const [asked, setAsked] = useState(false);
  if (target === null) return null;
  const words = tui.operations[operation];
  const only = onlyOf(target);
  const start = () => {
    jobs.start(job(target));
    model.dispatch({ do: 'unselect' });
    say(tui.jobs.started(words.title));
    onClose();
  };
  return (
    <Confirm
      title={words.title}
      lines={
        asked
          ? [open ?? '', tui.openWork.question]
          : [only ? words.one(model.def.nameOf(only)) : words.many(figure(countOf(target))), open ?? words.note]
      }
      onYes={open !== null && !asked ? () => setAsked(true) : start}
      onNo={onClose}
    />
  );
}

/** At most this many selected accounts are asked about. */
const MAX_ASKED = 200;

/** What is open of the accounts to be deleted and ends with them, in one line; null where nothing is. */
function useOpenWork<R extends { id: string }>(
  operation: keyof Tui['operations'],
  target: Selection<R> | null,
): string | null {
  const { tui } = useTexts();
  const { api } = useSession();
  const [line, setLine] = useState<string | null>(null);
  const deletes = operation === 'delete' || operation === 'remove';
  const ids = deletes && target?.kind === 'picked' ? [...target.rows.keys()].slice(0, MAX_ASKED).join(' ') : '';
  useEffect(() => {
    let shown = true;
    const asked = ids === '' ? [] : ids.split(' ');
    Promise.all(asked.map((id) => api.call('GET user/delete_effects', { id })))
      .then((all) => {
        const reviews = all.flatMap((one) => one.reviews);
        const applications = all.flatMap((one) => one.applications).length;
        const scored = reviews.reduce((sum, review) => sum + review.scored, 0);
        if (shown && reviews.length + applications > 0)
          setLine(tui.openWork.line(figure(reviews.length), figure(scored), figure(applications)));
      })
      .catch(() => {});
    return () => {
      shown = false;
    };
  }, [api, ids, tui]);
  return line;
}

/** The one row of a target, where it is one. */
export function onlyOf<R>(target: Selection<R> | null): R | undefined {
  return target?.kind === 'picked' && target.rows.size === 1 ? [...target.rows.values()][0] : undefined;
}
