import { useState } from 'react';
import type { ListView } from '../../config/config.ts';
import { useSession } from '../session.ts';
import { useUi } from '../ui.ts';
import { Confirm } from '../widgets/Confirm.tsx';
import { Menu } from '../widgets/Menu.tsx';
import { Prompt } from '../widgets/Prompt.tsx';
import type { ListDef, Query } from './definition.ts';
import { filterText } from './filterValues.ts';
import type { ListModel } from './model.ts';
import { presentQuery, viewsOf } from './savedViews.ts';

type Props<R extends { id: string }> = { model: ListModel<R>; onClose(): void };
const NAME_MAX = 40;

/** The saved views of a list on this server, and how to change them. */
function useViews({ name: list, filters }: Pick<ListDef<never>, 'name' | 'filters'>): {
  views: Readonly<Record<string, ListView>>;
  save(name: string, view: ListView): Promise<void>;
  remove(name: string): Promise<void>;
} {
  const { choices, choose } = useUi();
  const { server } = useSession().context;
  const all = choices.views ?? {};
  const views = viewsOf(choices, server, list);
  const keep = (views: Readonly<Record<string, ListView>>) =>
    choose({ views: { ...all, [server]: { ...all[server], [list]: views } } });
  return {
    views: Object.fromEntries(
      Object.entries(views).map(([name, view]) => [name, { ...view, query: presentQuery(view, filters) }]),
    ),
    save: (name, view) => keep({ ...views, [name]: view }),
    remove: (name) => keep(Object.fromEntries(Object.entries(views).filter(([key]) => key !== name))),
  };
}

/** Asks for the name of the present filter and order; a name that exists is replaced. */
export function SaveView<R extends { id: string }>({ model, onClose }: Props<R>) {
  const { texts } = useUi();
  const { acts } = texts;
  const { say } = useSession();
  const { save } = useViews(model.def);
  const { query, sort } = model.state;
  const answer = async (text: string): Promise<string | null> => {
    const name = text.trim();
    if (name === '') return acts.views.noName;
    if ([...name].length > NAME_MAX) return texts.common.reasons.tooLong(NAME_MAX);
    await save(name, { query: givenOf(query), ...(sort ? { sort } : {}) });
    say(acts.views.saved(name), 'good');
    onClose();
    return null;
  };
  return (
    <Prompt
      title={acts.views.save(filterText(model.def.filters, query, texts))}
      label={acts.views.name}
      note={acts.views.note}
      onAnswer={answer}
      onCancel={onClose}
    />
  );
}

/** Chooses a saved view, its filter and its order, or removes one. */
export function ChooseView<R extends { id: string }>({ model, height, onClose }: Props<R> & { height: number }) {
  const { texts } = useUi();
  const { acts } = texts;
  const { say } = useSession();
  const { views, remove } = useViews(model.def);
  const [leaving, setLeaving] = useState<string | null>(null);
  if (leaving !== null) {
    return (
      <Confirm
        title={acts.views.remove(leaving)}
        lines={[]}
        onYes={() => {
          void remove(leaving).then(() => say(acts.views.removed(leaving), 'good'));
          setLeaving(null);
        }}
        onNo={() => setLeaving(null)}
      />
    );
  }
  return (
    <Menu
      title={acts.views.title}
      height={height}
      search
      empty={acts.views.none}
      items={Object.entries(views).map(([name, view]) => ({
        value: view,
        label: name,
        note: filterText(model.def.filters, view.query, texts),
      }))}
      onChoose={({ value }) => {
        model.show(value);
        onClose();
      }}
      onRemove={({ label }) => setLeaving(label)}
      onCancel={onClose}
    />
  );
}

function givenOf(query: Query): ListView['query'] {
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
