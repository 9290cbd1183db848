import type { User } from '@shp/shared/api/objects';
import { useState } from 'react';
import { SUPERVISED_EXPORT } from '../jobs/exportUsers.ts';
import { linkJob } from '../jobs/links.ts';
import { targetOf } from '../list/actionTarget.ts';
import { type Dialog, ListScreen } from '../list/ListScreen.tsx';
import { type SupervisedRow, supervisedList } from '../list/supervisedList.ts';
import { useModel } from '../list/useModel.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { PROMPT_ROWS } from '../widgets/Prompt.tsx';
import { ExportPrompt } from './ExportPrompt.tsx';

/** An aggregate account's stations: the caller's own, or those of `supervisor`, which can be linked and unlinked. */
export function SupervisedTab({ supervisor, height }: { supervisor: User | null; height: number }) {
  const texts = useTexts();
  const { tui } = texts;
  const { jobs, open, say } = useSession();
  const id = supervisor?.id ?? null;
  const model = useModel(() => supervisedList(id), id ?? '', id === null ? {} : { linked: true });
  const [asked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const dialog: Dialog | null = asked
    ? { rows: PROMPT_ROWS, node: <ExportPrompt model={model} exporting={SUPERVISED_EXPORT} onClose={close} /> }
    : null;
  const link = (mode: 'add' | 'remove') => {
    const target = targetOf(model);
    if (supervisor === null || target === null) return;
    jobs.start(linkJob(mode, supervisor, model, target, texts));
    model.dispatch({ do: 'unselect' });
    say(tui.jobs.started(tui.links[mode]));
  };
  return (
    <ListScreen<SupervisedRow>
      model={model}
      height={height}
      onOpen={(user) => open({ kind: 'user', users: 'stations', user })}
      dialog={dialog}
      actions={{
        export: () => setAsked(true),
        ...(supervisor === null ? {} : { link: () => link('add'), unlink: () => link('remove') }),
      }}
      unmet={{ exportable: model.state.total === 0 ? tui.why.noRows : null }}
    />
  );
}
