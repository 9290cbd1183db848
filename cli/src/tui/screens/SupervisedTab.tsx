import type { User } from '@shp/shared/api/objects';
import { LINKED_COLUMN, STATUS_COLUMN } from '@shp/shared/sheets/users';
import { useState } from 'react';
import { userView } from '../../lists/userView.ts';
import { SUPERVISED_EXPORT } from '../jobs/exportUsers.ts';
import { linkJob, type SupervisedRow } from '../jobs/links.ts';
import { targetOf } from '../list/actionTarget.ts';
import { type FilterDef, type ListDef, listInput } from '../list/definition.ts';
import { type Dialog, ListScreen, useModel } from '../list/ListScreen.tsx';
import { ordered } from '../list/layout.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { PROMPT_ROWS } from '../widgets/Prompt.tsx';
import { ExportPrompt } from './ExportPrompt.tsx';
import { UserDetail } from './UserDetail.tsx';
import { RATING_FILTERS, withShortCapacity } from './UsersTab.tsx';

const KEYWORD: FilterDef = { kind: 'text', key: 'filter', label: ({ tui }) => tui.list.keyword };
const LINKED_ONLY: FilterDef = { kind: 'flag', key: 'linked', label: ({ tui }) => tui.list.linkedOnly };
const view = userView('stations');
const known = (view.brief ?? []).filter((key) => key !== 'id');
const afterRating = known.indexOf('ratedUntil') + 1;
const brief = [...known.slice(0, afterRating), 'status', ...known.slice(afterRating)];
const columns = ordered<SupervisedRow>([...view.columns, STATUS_COLUMN], brief).map(withShortCapacity);

const linkable = ordered<SupervisedRow>(
  [...columns, LINKED_COLUMN],
  [...brief.slice(0, 2), 'linked', ...brief.slice(2)],
);

/**
 * An aggregate account's own stations; or, for users who may link them, all stations with those of `supervisor` marked.
 */
function supervisedList(supervisor: string | null): ListDef<SupervisedRow> {
  const own = supervisor === null;
  return {
    name: own ? 'supervised' : `supervised.${supervisor}`,
    place: 'users',
    title: ({ common }) => common.menu.supervisorStations,
    columns: () => (own ? columns : linkable),
    brief: own ? brief : [...brief, 'linked'],
    filters: [KEYWORD, ...(own ? [] : [LINKED_ONLY]), ...RATING_FILTERS],
    get: (api, input, signal) => {
      const call = 'GET supervise/stations';
      return api.call(call, listInput<typeof call>(own ? input : { ...input, userId: supervisor }), {
        signal,
        revalidate: true,
      });
    },
    nameOf: ({ profile, account }) => `${profile.name} (${account})`,
  };
}

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
    say(tui.jobs.started(texts.acts.links[mode]));
  };
  return (
    <ListScreen<SupervisedRow>
      model={model}
      height={height}
      onOpen={(user) => open({ kind: 'user', users: 'stations', user })}
      dialog={dialog}
      detail={{ head: ({ profile }) => profile.name, node: (user) => <UserDetail kind={'stations'} user={user} /> }}
      actions={{
        export: () => setAsked(true),
        ...(supervisor === null ? {} : { link: () => link('add'), unlink: () => link('remove') }),
      }}
      unmet={{ exportable: model.state.total === 0 ? tui.why.noRows : null }}
    />
  );
}
