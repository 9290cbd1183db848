import type { User } from '@shp/shared/api/objects';
import { LINKED_COLUMN, STATUS_COLUMN } from '@shp/shared/sheets/users';
import { useState } from 'react';
import { userView } from '../../../lists/userView.ts';
import { SUPERVISED_EXPORT } from '../../jobs/exportUsers.ts';
import type { LinkMode, SupervisedRow } from '../../jobs/links.ts';
import { targetOf } from '../../list/actionTarget.ts';
import { type FilterDef, type ListDef, listInput } from '../../list/definition.ts';
import { type Dialog, ListScreen, useModel } from '../../list/ListScreen.tsx';
import { ordered, withMark } from '../../list/layout.ts';
import { PATH_MARK } from '../../look/frame.ts';
import { statusHue } from '../../look/statusHue.ts';
import { useSession } from '../../session.ts';
import { useTexts } from '../../ui.ts';
import { QUESTION_COLUMNS } from '../../widgets/Floats.tsx';
import { ExportPrompt } from '../ExportPrompt.tsx';
import { UserDetail, userDetailRows } from '../UserDetail.tsx';
import { DIVISION, RATING_FILTERS, withShortCapacity } from '../UsersTab.tsx';
import { changingRows, LinkConfirm } from './LinkConfirm.tsx';

const KEYWORD: FilterDef = { kind: 'text', key: 'filter', label: ({ tui }) => tui.list.keyword };
const LINKED: FilterDef = {
  kind: 'choices',
  one: true,
  key: 'linked',
  label: ({ lang }) => LINKED_COLUMN.heading[lang],
  options: ({ acts }) => [
    { value: 'true', label: acts.links.linked },
    { value: 'false', label: acts.links.unlinked },
  ],
};
const view = userView('stations');
const known = (view.brief ?? []).filter((key) => key !== 'id');
const afterRating = known.indexOf('ratedUntil') + 1;
const brief = [...known.slice(0, afterRating), 'status', ...known.slice(afterRating)];
const status = withMark(STATUS_COLUMN, ({ latest }) => statusHue(latest?.status ?? 'draft'));
const columns = ordered<SupervisedRow>([...view.columns, status], brief).map(withShortCapacity);

const linkable = ordered<SupervisedRow>(
  [...columns, LINKED_COLUMN],
  [...brief.slice(0, 2), 'linked', ...brief.slice(2)],
);

/**
 * An aggregate account's own stations; or, for users who may link them, all stations with those of `supervisor` marked.
 */
function supervisedList(supervisor: string | null, above = ''): ListDef<SupervisedRow> {
  const own = supervisor === null;
  return {
    name: own ? 'supervised' : `supervised.${supervisor}`,
    place: 'users',
    title: ({ tui }) => `${above}${tui.shortTabs.supervisorStations}`,
    columns: () => (own ? columns : linkable),
    brief: own ? brief : [...brief, 'linked'],
    filters: [KEYWORD, ...(own ? [] : [LINKED]), DIVISION, ...RATING_FILTERS],
    // All rows of this filter are alike in it.
    alike: ({ linked }) => (linked === undefined ? [] : ['linked']),
    sortKey: 'sortBy',
    usualSort: { by: 'account', desc: false },
    get: (api, input, signal) => {
      const call = 'GET supervise/stations';
      return api.call(call, listInput<typeof call>(own ? input : { ...input, userId: supervisor }), {
        signal,
        revalidate: true,
      });
    },
    divisionOf: ({ division }) => division,
    nameOf: ({ profile, account }) => `${profile.name} (${account})`,
  };
}

type Props = {
  supervisor: User | null;
  /** Begins with the stations that are not linked. */
  toLink?: boolean;
  height: number;
};

/** An aggregate account's stations: the caller's own, or those of `supervisor`, which can be linked and unlinked. */
export function SupervisedTab({ supervisor, toLink = false, height }: Props) {
  const texts = useTexts();
  const { tui } = texts;
  const { open, say } = useSession();
  const id = supervisor?.id ?? null;
  const linked = toLink ? 'false' : 'true';
  const model = useModel(
    () => supervisedList(id, toLink && supervisor ? `${supervisor.profile.name}${PATH_MARK}` : ''),
    id ?? '',
    id === null ? {} : { linked },
    id === null ? undefined : `supervised.${id} ${linked}`,
  );
  const [asked, setAsked] = useState<'export' | LinkMode | null>(null);
  const close = () => setAsked(null);
  const dialog = (): Dialog | null => {
    if (asked === null) return null;
    if (asked === 'export')
      return {
        node: <ExportPrompt model={model} exporting={SUPERVISED_EXPORT} onClose={close} />,
        width: QUESTION_COLUMNS,
      };
    if (supervisor === null) return null;
    const linking = { model, supervisor, mode: asked };
    return { node: <LinkConfirm {...linking} onClose={close} />, width: QUESTION_COLUMNS };
  };
  const link = (mode: LinkMode) => {
    const target = targetOf(model);
    if (target === null) return;
    if (changingRows(mode, target)?.length === 0) say(texts.acts.links.none[mode], 'bad');
    else setAsked(mode);
  };
  return (
    <ListScreen<SupervisedRow>
      model={model}
      height={height}
      onOpen={(user) => open({ kind: 'user', users: 'stations', user })}
      dialog={dialog()}
      detail={{
        head: ({ profile }) => profile.name,
        node: (user) => <UserDetail kind={'stations'} user={user} />,
        below: userDetailRows('stations'),
      }}
      actions={{
        export: () => setAsked('export'),
        ...(supervisor === null ? {} : { link: () => link('add'), unlink: () => link('remove') }),
      }}
      unmet={{ exportable: model.state.total === 0 ? tui.why.noRows : null }}
    />
  );
}
