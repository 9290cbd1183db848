import type { CallKey, Input } from '@shp/shared/api/index';
import standard from '@shp/shared/data/standard.json' with { type: 'json' };
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { Role, UserRole } from '@shp/shared/domain/accounts/roles';
import { STATISTICS_EXPORTS } from '@shp/shared/domain/statistics/exports';
import type { Person } from '../../support/contract.ts';
import {
  COUNTY,
  expertProfile,
  FAR_COUNTY,
  managerProfile,
  newAccount,
  PASSWORD,
  stationProfile,
} from '../../support/people.ts';
import { type Fixture, type Kind, RELATIONS, type Relation } from './fixture.ts';

type FileKind = 'file' | 'evidence' | 'document';
/** One way to make a call: its input for an object at each relation, and its caller. */
export type Case<K extends CallKey> = {
  /** The relations of the call's object; empty if the call has no object. */
  at: readonly Relation[];
  input: (fixture: Fixture, at: Relation, role: Role) => Input<K> | Promise<Input<K>>;
  /** The account that calls in a role; by default the role's usual caller. */
  caller?: (fixture: Fixture, role: UserRole, input: Input<K>) => Person | Promise<Person>;
  /** A text in the response if it contains the object at a relation; set for lists. */
  tells?: (fixture: Fixture) => Partial<Record<Relation, string>>;
};
/** One case for a call, or several by label. */
type Cases<K extends CallKey> = Case<K> | { each: Record<string, Case<K>> };

const every = RELATIONS;
const KINDS = ['unit', 'expert', 'station', 'supervisor'] as const;

/** A call without an object. */
const plain = <K extends CallKey>(input: Input<K>): Case<K> => ({ at: [], input: () => input });

type More = (fixture: Fixture, at: Relation) => object;
const nothing: More = () => ({});

/** A call for the assessment under review. */
const ofReview = <K extends CallKey>(more: More = nothing, key = 'id'): Case<K> => ({
  at: every,
  input: (fixture, at) => ({ [key]: fixture.assessment(at), ...more(fixture, at) }) as Input<K>,
});
const draftStation = (fixture: Fixture, role: UserRole) =>
  role === 'station' ? fixture.sides.near.draft.station : fixture.callers[role];
/** A call for the draft, which the draft's own station makes. */
const ofDraft = <K extends CallKey>(more: object = {}): Case<K> => ({
  at: every,
  input: (fixture, at) => ({ id: fixture.assessment(at, 'draft'), ...more }) as Input<K>,
  caller: draftStation,
});
const expertAt = (fixture: Fixture, at: Relation) => ({ expertId: fixture.side(at).cast.experts[0]?.id ?? '' });

type OfUser = <K extends CallKey>(kind: Kind, make: (id: string) => Input<K>) => Case<K>;
const ofUser: OfUser = (kind, make) => ({ at: every, input: (fixture, at) => make(fixture.user(kind, at)) });
const ofFreshUser: OfUser = (kind, make) => ({
  at: every,
  input: async (fixture, at) => make(await fixture.freshUser(kind, at)),
});
/** One case for each kind of user. */
const eachKind = <K extends CallKey>(of: OfUser, make: (id: string) => Input<K>): Cases<K> => ({
  each: Object.fromEntries(KINDS.map((kind) => [kind, of(kind, make)])),
});
const listOf = <K extends CallKey>(kind: Kind, input: Input<K>): Case<K> => ({
  at: [],
  input: () => input,
  tells: ({ users }) => ({
    near: users[kind].near.account,
    far: users[kind].far.account,
    deleted: users[kind].deleted.account,
  }),
});

const divisionAt = (at: Relation) => (at === 'far' ? FAR_COUNTY : COUNTY);
const profile = { name: '改名（示例）' };
const freshCaller = (fixture: Fixture, role: UserRole) => fixture.freshCaller(role);
/** If a station calls, the station of the new application; otherwise the role's caller. */
const owner = (fixture: Fixture, role: UserRole, { id }: { id: string }) =>
  (role === 'station' && fixture.owners.get(id)) || fixture.callers[role];
/** The caller's own account, or another one. */
const holder = ({ callers, sides }: Fixture, at: Relation, role: Role) =>
  at === 'near' && role !== 'guest' ? callers[role] : sides.far.cast.first;

/** For an aggregate account: the caller itself, or another one. */
const overseen = <K extends CallKey>(more: object = {}): Case<K> => ({
  at: ['near', 'far', 'missing'],
  input: ({ callers, users }, at) => {
    const userId = at === 'near' ? callers.supervisor.id : at === 'far' ? users.supervisor.far.id : 'nobody';
    return { userId, ...more } as Input<K>;
  },
});

const ofFile = <K extends CallKey>(kind: FileKind): Case<K> => ({
  at: every,
  input: (fixture, at) => ({ fileId: fixture.file(at, kind) }) as Input<K>,
});
const ofFreshFile = <K extends CallKey>(kind: FileKind, key: 'id' | 'fileId'): Case<K> => ({
  at: every,
  input: async (fixture, at) => ({ [key]: await fixture.freshFile(at, kind) }) as Input<K>,
  ...(kind === 'document' ? {} : { caller: draftStation }),
});
const download = <K extends CallKey>(kind: FileKind): Case<K> => ({
  at: [],
  input: async (fixture) => {
    const key = kind === 'evidence' ? 'GET file/evidence_token' : (`GET ${kind}/token` as const);
    const { token, name } = await fixture.server.admin.api.call(key, { fileId: fixture.file('near', kind) });
    return { token, name } as Input<K>;
  },
});

const ofFinding = <K extends CallKey>(): Case<K> => ({
  at: ['near', 'far', 'missing'],
  input: (fixture, at) => ({ id: fixture.finding(at) }) as Input<K>,
});
const findingList = <K extends CallKey>(input: Input<K>): Case<K> => ({
  at: [],
  input: () => input,
  tells: ({ sides }) => ({ near: sides.near.findingNo, far: sides.far.findingNo }),
});

/** All calls of the table; the type requires a case for each. */
const CASES: { [K in CallKey]: Cases<K> } = {
  'GET basic/validate_code': plain({}),
  'POST session/login': {
    at: [],
    input: ({ callers }, _at, role) => {
      const { account, password } = callers[role === 'guest' ? 'station' : role];
      return { account, password: hashPassword(password) };
    },
  },
  'POST session/oidc_begin': {
    at: [],
    input: async (fixture) => {
      await fixture.provider();
      return {};
    },
  },
  'POST session/oidc': {
    at: [],
    input: (fixture, _at, role) => fixture.signOnOf(fixture.callers[role === 'guest' ? 'station' : role].account),
  },
  'POST session/factor': {
    at: [],
    input: (fixture, _at, role) => fixture.waitingLogin(fixture.callers[role === 'guest' ? 'station' : role].id),
  },
  'GET session/factors': plain({}),
  'POST session/begin_totp': plain({}),
  'POST session/add_totp': plain({ id: 'none', code: '000000', name: 'x' }),
  'POST session/begin_passkey': plain({}),
  'POST session/add_passkey': plain({
    id: 'none',
    name: 'x',
    credential: { id: 'a', attestationObject: 'a', clientDataJSON: 'a' },
  }),
  'POST session/remove_factor': {
    at: ['near', 'far', 'missing'],
    input: async (fixture, at, role) => {
      if (at === 'missing') return { id: 'nothing' };
      if (at === 'far' || role === 'guest') return { id: await fixture.factorOf(fixture.users.unit.far.id) };
      const person = await fixture.freshCaller(role);
      const id = await fixture.factorOf(person.id);
      fixture.owners.set(id, person);
      return { id };
    },
    caller: (fixture, role, { id }) => fixture.owners.get(id) ?? fixture.callers[role],
  },
  'POST session/recovery_codes': plain({}),
  'POST session/logout': { at: [], input: () => ({}), caller: freshCaller },
  'GET basic/division_tree': plain({}),
  'GET basic/status': plain({}),
  'GET session/self': plain({}),
  'POST session/confirm': {
    at: [],
    input: ({ callers }, _at, role) => ({
      password: hashPassword(role === 'guest' ? PASSWORD : callers[role].password),
    }),
  },
  'GET session/tokens': plain({}),
  'POST session/create_token': plain({ name: 'x', scopes: ['read'], expiresInDays: 1 }),
  'POST session/revoke_token': {
    at: ['near', 'far', 'missing'],
    input: async (fixture, at, role) => {
      if (at === 'missing') return { id: 'nothing' };
      const input = { name: 'x', scopes: ['read' as const], expiresInDays: 1 };
      const { id } = await holder(fixture, at, role).api.call('POST session/create_token', input);
      return { id };
    },
  },
  'GET session/sessions': plain({}),
  'POST session/revoke_session': {
    at: ['near', 'far', 'missing'],
    input: async (fixture, at, role) => {
      if (at === 'missing') return { id: 'nothing' };
      const { account, password } = holder(fixture, at, role);
      const { api } = await fixture.server.login(account, password);
      const session = (await api.call('GET session/sessions', {})).find(({ current }) => current);
      return { id: session?.id ?? '' };
    },
  },

  'GET user': {
    each: {
      itself: plain({}),
      unit: ofUser('unit', (id) => ({ id })),
      expert: ofUser('expert', (id) => ({ id })),
      // The station of the review, which stations, experts and aggregate accounts can also reach.
      station: {
        at: every,
        input: (fixture, at) => ({
          id: at === 'near' || at === 'far' ? fixture.sides[at].reviewing.station.id : fixture.user('station', at),
        }),
      },
      supervisor: ofUser('supervisor', (id) => ({ id })),
      admin: { at: ['far'], input: ({ callers }) => ({ id: callers.admin.id }) },
    },
  },
  'POST user/add_manager': {
    each: {
      county_manager: {
        at: ['near', 'far'],
        input: (_world, at) => {
          const account = newAccount('unit');
          return { account, role: 'county_manager', division: divisionAt(at), profile: managerProfile(account) };
        },
      },
      admin: {
        at: [],
        input: () => ({ account: newAccount('admin'), role: 'admin', profile: { name: 'x' } }),
      },
    },
  },
  'POST user/add_expert': {
    at: ['near', 'far'],
    input: (_world, at) => {
      const account = newAccount('expert');
      return { account, division: divisionAt(at), profile: expertProfile(account) };
    },
  },
  'POST user/add_station': {
    at: ['near', 'far'],
    input: (_world, at) => {
      const account = newAccount('station');
      return { account, division: divisionAt(at), profile: stationProfile(account) };
    },
  },
  'POST user/add_supervisor': {
    at: [],
    input: () => {
      const account = newAccount('supervisor');
      return { account, profile: managerProfile(account) };
    },
  },
  'POST user/update_manager': {
    each: {
      profile: ofUser('unit', (id) => ({ id, profile })),
      account: ofFreshUser('unit', (id) => ({ id, account: newAccount('renamed') })),
    },
  },
  'POST user/update_expert': {
    each: {
      profile: ofUser('expert', (id) => ({ id, profile })),
      account: ofFreshUser('expert', (id) => ({ id, account: newAccount('renamed') })),
    },
  },
  'POST user/update_station': {
    each: {
      profile: ofUser('station', (id) => ({ id, profile })),
      account: ofFreshUser('station', (id) => ({ id, account: newAccount('renamed') })),
    },
  },
  'POST user/my_profile': plain({}),
  'POST user/profile': eachKind(ofUser, (userId) => ({ userId, profile })),
  'POST user/delete': eachKind(ofFreshUser, (userId) => ({ userId, softDelete: false })),
  'GET user/delete_effects': eachKind(ofUser, (id) => ({ id })),
  'POST user/recover': eachKind(ofFreshUser, (userId) => ({ userId })),
  'POST user/reset_password': eachKind(ofFreshUser, (id) => ({ id })),
  'POST user/reset_factor': eachKind(ofFreshUser, (id) => ({ id })),
  'GET user/reset_effects': eachKind(ofUser, (id) => ({ id })),
  'POST user/change_password': {
    at: [],
    input: () => ({ oldPassword: hashPassword(PASSWORD), newPassword: hashPassword('another-1') }),
    caller: freshCaller,
  },
  'GET user/managers': listOf('unit', { size: 200 }),
  'GET user/experts': listOf('expert', { size: 200 }),
  'GET user/stations': listOf('station', { size: 200 }),
  'GET user/supervisors': listOf('supervisor', { size: 200 }),
  'GET user/manager_tree': {
    at: [],
    input: () => ({}),
    tells: ({ users: { unit } }) => ({ near: unit.near.id, far: unit.far.id, deleted: unit.deleted.id }),
  },
  'GET user/export': {
    each: {
      managers: listOf('unit', { kind: 'managers', format: 'csv' }),
      experts: listOf('expert', { kind: 'experts', format: 'csv' }),
      stations: listOf('station', { kind: 'stations', format: 'csv' }),
      supervisors: listOf('supervisor', { kind: 'supervisors', format: 'csv' }),
    },
  },

  'GET supervise/stations': overseen(),
  'POST supervise/stations': overseen({ stationsId: [], mode: 'add' }),
  'GET supervise/assessments': overseen(),
  'GET supervise/assessments_export': overseen({ format: 'csv' }),

  'GET assessment/query': {
    at: [],
    input: () => ({ size: 200 }),
    tells: ({ sides: { near, far }, hidden }) => ({
      near: near.reviewing.id,
      far: far.reviewing.id,
      deleted: hidden.assessment,
    }),
  },
  'GET assessment/export': {
    at: [],
    input: () => ({ format: 'csv' }),
    tells: ({ sides: { near, far }, hidden }) => ({
      near: near.reviewing.station.account,
      far: far.reviewing.station.account,
      deleted: hidden.number,
    }),
  },
  'POST assessment/add_assessment': { at: [], input: () => ({ level: 3 }), caller: freshCaller },
  'POST assessment/delete': {
    at: every,
    input: async (fixture, at) => ({ id: await fixture.freshDraft(at) }),
    caller: owner,
  },
  'GET assessment': ofReview(),
  'POST assessment/update_form': ofDraft({ form: {} }),
  'POST assessment/add_event': {
    at: every,
    input: async (fixture, at, role) => {
      const status = role === 'station' ? 'withdrawn' : 'first_passed';
      return { id: await fixture.freshSubmitted(at), status, description: '' };
    },
    caller: owner,
  },
  'POST assessment/answer_remark': {
    at: every,
    input: async (fixture, at) => ({ ...(await fixture.freshRemark(at)), text: '已补充（示例）' }),
    caller: owner,
  },
  'GET assessment/events': ofReview(),
  'GET assessment/next_steps': ofReview(),
  'GET assessment/submission': ofReview(() => ({ no: 1 })),
  'GET assessment/submissions': ofReview(),
  'POST assessment/assign_experts': ofReview((fixture, at) => ({ experts: [expertAt(fixture, at).expertId] })),
  'GET assessment/experts': ofReview(),
  'POST assessment/update_conclusion': ofReview(() => ({ conclusion: '草稿', final: false })),
  'GET assessment/experts_conclusion': ofReview(),
  'GET assessment/manager_conclusion': ofReview(),
  'GET assessment/print': ofReview(),

  'GET assessment/standard': ofReview(nothing, 'asm_id'),
  'GET assessment/standard/serial1': ofReview(() => ({ s1: '1' })),
  'GET assessment/standard/serial1/titles': ofReview(),
  'GET assessment/station_scores': ofReview(() => ({ s1: '1' })),
  'POST assessment/station_scores': ofDraft({ items: [] }),
  'GET assessment/all_expert_scores': ofReview(() => ({ s1: '1' })),
  'GET assessment/result': ofReview(),
  'GET assessment/expert_scores': ofReview((fixture, at) => ({ ...expertAt(fixture, at), s1: '1' })),
  'POST assessment/expert_scores': {
    at: every,
    input: (fixture, at, role) => ({
      id: fixture.assessment(at),
      items: [],
      ...(role === 'admin' ? expertAt(fixture, at) : {}),
    }),
  },
  'POST assessment/save_station_score': ofDraft(),
  'GET assessment/sum_expert_score': ofReview(expertAt),
  'GET assessment/sum_station_score': ofReview(),
  'GET assessment/validate_station_submit': ofReview(),

  'GET file/category': plain({}),
  'POST file/query_file_size': {
    at: [],
    input: ({ sides, hidden }) => ({ fileIds: [sides.near.file, sides.far.file, hidden.file] }),
    tells: ({ sides, hidden }) => ({ near: sides.near.file, far: sides.far.file, deleted: hidden.file }),
  },
  'GET file/archive': ofReview(),
  'GET file/list': ofReview(),
  'GET file/token': ofFile('file'),
  'GET file/download/:name': download('file'),
  'POST file/delete?': ofFreshFile('file', 'id'),
  'GET file/evidence': ofReview(() => ({ serial1: '1' }), 'asmId'),
  'GET file/evidence_token': ofFile('evidence'),
  'GET file/download_evidence/:name': download('evidence'),
  'POST file/delete_evidence?': ofFreshFile('evidence', 'fileId'),
  'GET finding/query': findingList({ size: 200 }),
  'GET finding/export': findingList({ format: 'csv' }),
  'GET finding': ofFinding(),
  'POST finding/add': {
    at: every,
    input: (fixture, at) => ({
      station: at === 'near' || at === 'far' ? fixture.sides[at].reviewing.station.id : fixture.user('station', at),
      text: '护栏锈蚀（示例）',
    }),
  },
  'POST finding/step': {
    at: ['near', 'far', 'missing'],
    input: async (fixture, at, role) => ({
      id: await fixture.freshFinding(at, role === 'station' ? 'open' : 'done'),
      to: role === 'station' ? 'planned' : 'closed',
      text: '更换护栏（示例）',
      ...(role === 'station' && { due: '2099-12-31' }),
    }),
  },
  'GET document/list': {
    at: [],
    input: () => ({ size: 200 }),
    tells: ({ sides, hidden }) => ({ near: sides.near.document, far: sides.far.document, deleted: hidden.document }),
  },
  'POST document/update_roles': {
    at: every,
    input: (fixture, at) => ({
      fileId: fixture.file(at, 'document'),
      roles: at === 'far' ? ['ministry_manager'] : [],
    }),
  },
  'GET document/token': ofFile('document'),
  'GET document/download/:name': download('document'),
  'POST document/delete?': ofFreshFile('document', 'fileId'),

  'GET standard/versions': plain({}),
  'POST standard/import': plain({ ...standard, sheet: undefined }),
  'POST standard/use': plain({ version: standard.version }),
  'GET standard/export': plain({ format: 'json' }),

  'GET statistics/progress': plain({}),
  'GET statistics/ratings': plain({}),
  'GET statistics/scores': plain({}),
  'GET statistics/experts': plain({}),
  'GET statistics/findings': plain({}),
  'GET statistics/export': {
    each: Object.fromEntries(STATISTICS_EXPORTS.map((what) => [what, plain({ what })])),
  },

  'GET notice/query': plain({}),
  'POST notice/read': plain({ all: true }),
  'GET public/ratings': plain({}),
  'GET notice/preferences': plain({}),
  'POST notice/preferences': plain({ lang: 'zh' }),
  'GET system/settings': plain({}),
  'POST system/update_settings': plain({}),
  'GET audit': plain({}),
  'GET audit/verify': plain({}),
  'GET audit/head': plain({ since: 1 }),
  'GET audit/keys': plain({}),
  'GET audit/proof': plain({ seq: 1 }),
  'GET audit/consistency': plain({ from: 1, to: 2 }),
  'GET health': plain({}),
  'GET openapi.json': plain({}),
  'GET system/footer': plain({}),
  'GET verify': plain({ number: 'GXXSD-2026-000001', digest: 'x' }),
};

type AnyCase = Case<CallKey>;

/** The cases of a call, with their labels. */
export function casesOf(key: CallKey): [label: string, one: AnyCase][] {
  const cases = CASES[key] as AnyCase | { each: Record<string, AnyCase> };
  return 'each' in cases ? Object.entries(cases.each) : [['', cases]];
}

/** The test name of a case. */
export function nameOf(key: CallKey, label: string): string {
  return label ? `${key} · ${label}` : key;
}
