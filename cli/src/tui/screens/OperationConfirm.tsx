import type { Tui } from '@shp/shared/text/en/tui';
import type { JobSpec } from '../jobs/jobs.ts';
import type { ListModel } from '../list/model.ts';
import { countOf, type Selection } from '../list/selection.ts';
import { targetOf } from '../list/target.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { Confirm } from '../widgets/Confirm.tsx';
import { PANEL_ROWS } from '../widgets/Panel.tsx';
import { figure } from '../words.ts';

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
      lines={[only ? words.one(model.def.nameOf(only)) : words.many(figure(countOf(target))), words.note]}
      onYes={start}
      onNo={onClose}
    />
  );
}

/** The one row of a target, where it is one. */
export function onlyOf<R>(target: Selection<R> | null): R | undefined {
  return target?.kind === 'picked' && target.rows.size === 1 ? [...target.rows.values()][0] : undefined;
}
