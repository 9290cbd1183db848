import type { User } from '@shp/shared/api/objects';
import { cityOf, countyOf } from '@shp/shared/domain/accounts/divisions';
import { SPECIALTIES } from '@shp/shared/domain/accounts/profiles';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { CAPACITY_MAX, EXPIRING_MAX, RATED } from '@shp/shared/domain/lib/lists';
import { ratedName } from '@shp/shared/text/ratedName';
import { useState } from 'react';
import { KINDS } from '../../api/userKinds.ts';
import { userView } from '../../lists/userView.ts';
import { userExport } from '../jobs/exportUsers.ts';
import { mayOperate } from '../jobs/users.ts';
import type { Reason } from '../keys/reasons.ts';
import { useWhenLoaded } from '../keys/useKeys.ts';
import { noneCan, onlyOf, targetOf } from '../list/actionTarget.ts';
import { type FilterDef, type ListDef, listInput, type Query } from '../list/definition.ts';
import { type Dialog, ListScreen, useModel } from '../list/ListScreen.tsx';
import { asWideAsNames, type ListColumn, ordered } from '../list/layout.ts';
import { sameQuery } from '../list/selection.ts';
import { whyNoCall } from '../permissions.ts';
import { useSession } from '../session.ts';
import type { Texts } from '../texts.ts';
import { useTexts } from '../ui.ts';
import { floatRows, QUESTION_COLUMNS } from '../widgets/Floats.tsx';
import { AccountForm } from './accounts/AccountForm.tsx';
import { expertiseOf } from './accounts/expertise.ts';
import { useOperation, whyNotManaged, whyNotOperated } from './accounts/useOperation.tsx';
import { ExportPrompt } from './ExportPrompt.tsx';
import { ImportDialog } from './imports/ImportDialog.tsx';
import { UserDetail, userDetailRows } from './UserDetail.tsx';

const deleted: FilterDef = { kind: 'flag', key: 'isDeleted', label: ({ tui }) => tui.list.recycleBin };
const keyword: FilterDef = { kind: 'text', key: 'keyword', label: ({ tui }) => tui.list.keyword };

/** The filter of stations by city or county. */
export const DIVISION: FilterDef = {
  kind: 'division',
  key: 'division',
  label: ({ common }) => common.fields.division,
  keys: { city: 'city', county: 'county' },
};

/** Filters for stations by rating. */
export const RATING_FILTERS: readonly FilterDef[] = [
  {
    kind: 'choices',
    one: true,
    key: 'rated',
    label: ({ common }) => common.fields.rating,
    options: ({ common }) => RATED.map((value) => ({ value, label: ratedName(common, value) })),
  },
  {
    kind: 'number',
    key: 'expiring',
    max: EXPIRING_MAX,
    label: ({ common }) => common.filters.expiring,
    hint: (max, { tui }) => tui.list.daysUpTo(max),
    said: (days, { common }) => `${common.filters.expiring} ${common.filters.withinDays(days)}`,
  },
];

const CAPACITY = {
  kind: 'number',
  max: CAPACITY_MAX,
  hint: (max: number, { tui }: Texts) => tui.list.wholeUpTo(max),
} as const;

const FILTERS: Record<UserKind, readonly FilterDef[]> = {
  managers: [keyword, deleted],
  experts: [
    { ...keyword, label: ({ tui }) => tui.list.person },
    {
      kind: 'choices',
      one: true,
      key: 'specialty',
      label: ({ common }) => common.fields.specialties,
      options: ({ common }) => SPECIALTIES.map((value) => ({ value, label: common.specialties[value] })),
    },
    {
      kind: 'division',
      key: 'division',
      label: ({ common }) => common.fields.division,
      keys: { city: 'division', county: 'division' },
    },
    deleted,
  ],
  stations: [
    { ...keyword, key: 'filter' },
    DIVISION,
    deleted,
    {
      ...CAPACITY,
      key: 'capacityFrom',
      label: ({ common }) => common.filters.capacityFrom,
      said: (kW, { common }) => `${common.fields.capacity} ≥ ${kW} kW`,
    },
    {
      ...CAPACITY,
      key: 'capacityTo',
      start: 'capacityFrom',
      label: ({ common }) => common.filters.capacityTo,
      said: (kW, { common }) => `${common.fields.capacity} ≤ ${kW} kW`,
    },
    ...RATING_FILTERS,
  ],
  supervisors: [keyword, deleted],
};

/** The stations of a unit's division; all for the province. */
function divisionQuery(division: string): Query {
  const [city, county] = [cityOf(division), countyOf(division)];
  return county !== null ? { county } : city !== null ? { city } : {};
}

/** The capacity of a station has a short heading for narrow terminals. */
export function withShortCapacity<R>(column: ListColumn<R>): ListColumn<R> {
  return column.key === 'capacity' ? { ...column, short: 'kW' } : column;
}

/** The list of users of a kind. */
export function userList(kind: UserKind): ListDef<User> {
  const view = userView(kind);
  const brief = (view.brief ?? []).filter((key) => key !== 'id');
  const columns = ordered(view.columns, brief);
  return {
    name: kind,
    place: 'users',
    title: ({ common }) => common.menu[kind],
    columns: (_role, { common, lang }) =>
      columns.map((column) => {
        if (column.key === 'role') return asWideAsNames(column, Object.values(common.roles), lang);
        return withShortCapacity(column);
      }),
    brief,
    filters: FILTERS[kind],
    sortKey: 'sortBy',
    empty: (query, { tui }) => (sameQuery(query, { isDeleted: true }) ? tui.list.emptyBin : null),
    get: (api, input, signal) => {
      const call = KINDS[kind].list as 'GET user/stations';
      return api.call(call, listInput<typeof call>(input), { signal, revalidate: true });
    },
    divisionOf: ({ division }) => division,
    nameOf: ({ profile, account }) => `${profile.name} (${account})`,
  };
}

type Props = {
  kind: UserKind;
  height: number;
  /** Only those of a division. */
  division?: string;
};

/** The list of users of a kind. */
export function UsersTab({ kind, height, division }: Props) {
  const texts = useTexts();
  const { tui } = texts;
  const { me, open } = useSession();
  const model = useModel(
    () => userList(kind),
    kind,
    division === undefined ? {} : divisionQuery(division),
    division === undefined ? undefined : `${kind} ${division}`,
  );
  const [asked, setAsked] = useState<'export' | 'import' | 'add' | 'change' | null>(null);
  const close = () => setAsked(null);
  const operation = useOperation(model);
  const inBin = model.state.query.isDeleted === true;

  const changeRow = useWhenLoaded<null>(
    () => model.isComing,
    () => setAsked('change'),
  );

  const dialog = (): Dialog | null => {
    if (asked === null) return operation.dialog;
    if (asked === 'export') {
      return {
        node: <ExportPrompt model={model} exporting={userExport(kind)} onClose={close} />,
        width: QUESTION_COLUMNS,
      };
    }
    if (asked === 'import') {
      return {
        node: <ImportDialog kind={kind} model={model} height={floatRows(height)} onClose={close} />,
      };
    }
    const from = model.here;
    const onAdded = (added: string) => model.seek(({ account }) => account === added, from);
    const form = { kind, height: floatRows(height), onAdded, onClose: close };
    return {
      node: <AccountForm {...form} user={asked === 'change' ? (model.current ?? null) : null} />,
    };
  };

  const right = whyNotOperated(me, kind, texts);
  const alone = (): Reason | string | null => {
    const target = targetOf(model);
    if (right !== null || !noneCan(target, (user) => mayOperate(me, user))) return right;
    return onlyOf(target) ? tui.why.notYours : tui.why.noneYours;
  };
  const changeable = (): Reason | string | null => {
    const refused = whyNotManaged(me, kind, texts, [KINDS[kind].update]);
    if (refused !== null || inBin) return refused ?? tui.why.inBin;
    return model.current && !mayOperate(me, model.current) ? tui.why.notYours : null;
  };
  return (
    <ListScreen<User>
      model={model}
      height={height}
      onOpen={(user) => open({ kind: 'user', users: kind, user })}
      dialog={dialog()}
      {...(kind === 'experts' ? { whole: (user: User) => expertiseOf(user, texts) } : {})}
      detail={{
        head: ({ profile }) => profile.name,
        node: (user) => <UserDetail kind={kind} user={user} />,
        below: userDetailRows(kind),
      }}
      actions={{
        export: () => setAsked('export'),
        import: () => setAsked('import'),
        add: () => setAsked('add'),
        change: () => changeRow(null),
        delete: () => operation.ask(inBin ? 'remove' : 'delete'),
        recoverOrReset: () => operation.ask(inBin ? 'recover' : 'reset'),
        ...(kind === 'supervisors'
          ? { link: () => model.current && open({ kind: 'supervised', user: model.current, toLink: true }) }
          : {}),
        bin: () =>
          model.dispatch({ do: 'query', query: { ...model.state.query, isDeleted: inBin ? undefined : true } }),
      }}
      names={{
        link: texts.acts.links.add,
        recoverOrReset: tui.operations[inBin ? 'recover' : 'reset'].title,
        ...(inBin ? { delete: tui.operations.remove.title } : {}),
      }}
      unmet={{
        ...(kind === 'supervisors'
          ? { linkRight: whyNoCall(me, 'POST supervise/stations', texts) ?? (inBin ? tui.why.inBin : null) }
          : {}),
        exportRight: whyNoCall(me, 'GET user/export', texts),
        exportable: model.state.total === 0 ? tui.why.noRows : null,
        deleteRight: alone(),
        manageRight: alone(),
        changeRight: changeable(),
        importRight: whyNoCall(me, KINDS[kind].add, texts) ?? right,
      }}
    />
  );
}
