import type { CallKey, Input } from '@shp/shared/api/index';
import { STATUSES } from '@shp/shared/domain/assessment/statuses';
import { ASSESSMENT_SORTS } from '@shp/shared/domain/lib/lists';
import { STATISTICS_EXPORTS } from '@shp/shared/domain/statistics/exports';
import type { Person } from '../../support/contract.ts';
import { scoresAt } from '../../support/materials.ts';
import { COUNTY } from '../../support/people.ts';
import { ITEMS } from '../../support/review.ts';
import type { Scene } from './worlds.ts';

type Inputs<K extends CallKey> = (scene: Scene, seer: Person) => readonly Input<K>[];

/** A call that is left out, and why. */
const left = (_why: string) => () => [];
const plain =
  <K extends CallKey>(...inputs: Input<K>[]): Inputs<K> =>
  () =>
    inputs;

const ids = ({ reviews, foreign, foreignReview, toAssign }: Scene) =>
  [...Object.values(reviews), foreign, foreignReview, toAssign].map(({ id }) => id);
/** For each assessment, and one that does not exist. */
const each =
  <K extends CallKey>(make: (id: string, scene: Scene) => Input<K> | readonly Input<K>[]): Inputs<K> =>
  (scene) =>
    [...ids(scene), 'nothing'].flatMap((id) => make(id, scene));
const byId = <T>(id: string) => ({ id }) as T;
const chapters = ['1', '4'];
const ofChapter = <T>(id: string) => chapters.map((s1) => ({ id, s1 }) as T);
/** The expert that sees, the other one, the one that is taken off, and an account that does not exist. */
const experts = ({ seers, other, spare }: Scene) => [seers.expert.id, other.id, spare.id, 'nothing'];
const people = (scene: Scene) => [...experts(scene), ...Object.values(scene.seers).map(({ id }) => id)];
const fileIds = ({ files, documents }: Scene) => [files.own, files.evidence, ...Object.values(documents), 'nothing'];
const ofFile = (scene: Scene) => fileIds(scene).map((fileId) => ({ fileId }));
const findings = (scene: Scene) => [...Object.values(scene.findings), 'nothing'].map((id) => ({ id }));
const REASON = '自己的理由（示例）';
/** Among them the present version of each assessment: a refusal by version must not tell of hidden changes. */
const VERSIONS = Array.from({ length: 20 }, (_, version) => version + 1);
const OTHER_ROLE = 'no seer has the role';

/**
 * What the seers send, by call; one that a role may not make is refused alike in both worlds. The type asks for a row for
 * every call, so a new call is part of the twin worlds at once.
 */
export const INPUTS: { [K in CallKey]: Inputs<K> } = {
  'GET basic/validate_code': left('a picture drawn at random'),
  'POST session/login': left('each login ends nothing, but opens a session; the sessions are compared'),
  'POST session/logout': left('it would end the walk'),
  'GET basic/division_tree': plain({}),
  'GET basic/status': plain({}, { scoped: true }),
  'GET session/self': plain({}),
  'POST session/confirm': left('only managing roles need it'),
  'GET session/tokens': plain({}),
  'POST session/create_token': left('only with a confirmation'),
  'POST session/revoke_token': plain({ id: 'nothing' }),
  'GET session/sessions': plain({}),
  'POST session/revoke_session': plain({ id: 'nothing' }),

  'POST session/oidc_begin': plain({}),
  'POST session/oidc': plain({ secret: 'nothing', state: 'nothing', code: 'nothing' }),
  'POST session/factor': plain({ id: 'nothing', kind: 'totp', code: '000000' }),
  'GET session/factors': plain({}),
  'POST session/begin_totp': left('only with a confirmation'),
  'POST session/add_totp': left('only with a confirmation'),
  'POST session/begin_passkey': left('only with a confirmation'),
  'POST session/add_passkey': left('only with a confirmation'),
  'POST session/remove_factor': plain({ id: 'nothing' }),
  'POST session/recovery_codes': left('only with a confirmation'),

  'GET user': (scene) => [{}, ...people(scene).map((id) => ({ id })), { id: scene.foreign.station.id }],
  'POST user/add_manager': left(OTHER_ROLE),
  'POST user/add_expert': left(OTHER_ROLE),
  'POST user/add_station': left('counts of all stations are for everybody'),
  'POST user/add_supervisor': left(OTHER_ROLE),
  'POST user/update_manager': left(OTHER_ROLE),
  'POST user/update_expert': left(OTHER_ROLE),
  'POST user/update_station': (scene) => [{ id: scene.foreign.station.id, profile: { name: '改名（示例）' } }],
  'POST user/my_profile': plain({}),
  'POST user/profile': (scene, seer) => [
    { userId: seer.id, profile: { phone: '13900000001' } },
    { userId: scene.other.id, profile: { phone: '13900000001' } },
  ],
  'POST user/delete': (scene) => [{ userId: scene.other.id, softDelete: true }],
  'GET user/delete_effects': (scene) => people(scene).map((id) => ({ id })),
  'POST user/recover': (scene) => [{ userId: scene.other.id }],
  'POST user/reset_password': (scene) => [{ id: scene.other.id }],
  'POST user/reset_factor': (scene) => [{ id: scene.other.id }],
  'GET user/reset_effects': (scene) => people(scene).map((id) => ({ id })),
  'POST user/change_password': left('it would end the walk'),
  'GET user/managers': plain({}, { size: 2 }),
  'GET user/experts': plain({}, { keyword: 'expert' }),
  'GET user/stations': plain({}, { size: 2, page: 2 }, { sortBy: 'name', desc: true }, { sortBy: 'ratedUntil' }),
  'GET user/supervisors': plain({}),
  'GET user/manager_tree': plain({}),
  'GET user/export': plain({ kind: 'stations', format: 'csv' }, { kind: 'stations', format: 'xlsx' }),

  'GET supervise/stations': (_scene, seer) => [
    { userId: seer.id },
    { userId: seer.id, sortBy: 'ratedUntil', desc: true },
  ],
  'POST supervise/stations': (scene, seer) => [
    { userId: seer.id, stationsId: [scene.foreign.station.id], mode: 'add' },
  ],
  'GET supervise/assessments': (_scene, seer) => [{ userId: seer.id }, { userId: seer.id, size: 1 }],
  'GET supervise/assessments_export': (_scene, seer) => [
    { userId: seer.id, format: 'csv' },
    { userId: seer.id, format: 'xlsx' },
  ],

  'GET assessment/query': (scene, seer) => [
    {},
    { waiting: true },
    { overdue: true },
    { rated: true },
    { station: seer.account },
    { search: '示例' },
    { expert: scene.other.id },
    { size: 2, page: 2 },
    ...STATUSES.map((status) => ({ status: [status] })),
    ...ASSESSMENT_SORTS.flatMap((sortby) => [true, false].map((desc) => ({ sortby, desc, size: 3 }))),
    ...[0, 60, 600].map((after) => ({ updatedSince: new Date(scene.start + after * 1000).toISOString() })),
  ],
  'GET assessment/export': plain({ format: 'csv' }, { format: 'xlsx' }, { format: 'ndjson', status: ['reviewing'] }),
  'POST assessment/add_assessment': left('counts of all applications are for everybody'),
  'POST assessment/delete': each(byId),
  'GET assessment': each(byId),
  'POST assessment/update_form': each((id) => [
    { id, form: { plant: { staff: 7 } } },
    ...VERSIONS.map((version) => ({ id, form: { plant: { staff: version } }, version })),
  ]),
  'POST assessment/add_event': each((id) => [
    { id, status: 'passed', description: '' },
    { id, status: 'reviewing', description: '', version: 3 },
    { id, status: 'submitted', description: '' },
  ]),
  'POST assessment/answer_remark': each((id) => ({ id, eventId: 'nothing', remark: 0, text: '已补充（示例）' })),
  'GET assessment/events': each(byId),
  'GET assessment/next_steps': each(byId),
  'GET assessment/submission': each((id) => [1, 2].map((no) => ({ id, no }))),
  'GET assessment/submissions': each(byId),
  'POST assessment/assign_experts': each((id, { spare }) => ({ id, experts: [spare.id] })),
  'GET assessment/experts': each(byId),
  // A final one ends the review where the other expert has concluded, which everybody may see.
  'POST assessment/update_conclusion': each((id) => ({ id, conclusion: '草稿（示例）', final: false })),
  'GET assessment/experts_conclusion': each(byId),
  'GET assessment/manager_conclusion': each(byId),
  'GET assessment/print': each(byId),

  'GET assessment/standard': each((id) => ({ asm_id: id })),
  'GET assessment/standard/serial1': each(ofChapter),
  'GET assessment/standard/serial1/titles': each(byId),
  'GET assessment/station_scores': each(ofChapter),
  'POST assessment/station_scores': each((id) => ({ id, items: scoresAt(ITEMS.slice(0, 3), 0.6, REASON) })),
  'GET assessment/all_expert_scores': each(ofChapter),
  'GET assessment/result': each(byId),
  'GET assessment/expert_scores': each((id, scene) =>
    experts(scene).flatMap((expertId) => chapters.map((s1) => ({ id, expertId, s1 }))),
  ),
  'POST assessment/expert_scores': each((id, { other }) => [
    { id, items: scoresAt(ITEMS, 0.8, REASON) },
    { id, items: scoresAt(ITEMS.slice(4, 6), 0.5, REASON) },
    { id, items: [], expertId: other.id },
  ]),
  'POST assessment/save_station_score': each(byId),
  'GET assessment/sum_expert_score': each((id, scene) => experts(scene).map((expertId) => ({ id, expertId }))),
  'GET assessment/sum_station_score': each(byId),
  'GET assessment/validate_station_submit': each(byId),

  'GET file/category': plain({}),
  'POST file/query_file_size': (scene) => [{ fileIds: fileIds(scene) }],
  'GET file/archive': each(byId),
  'GET file/list': each(byId),
  'GET file/token': ofFile,
  'GET file/download/:name': left('by a token alone: what it gives is compared behind each token'),
  'POST file/delete?': (scene) => [{ id: scene.documents.managers }, { id: 'nothing' }],
  'GET file/evidence': each((asmId) => chapters.map((serial1) => ({ asmId, serial1 }))),
  'GET file/evidence_token': ofFile,
  'GET file/download_evidence/:name': left('by a token alone: what it gives is compared behind each token'),
  'POST file/delete_evidence?': (scene) => [{ fileId: scene.documents.managers }, { fileId: 'nothing' }],
  'GET finding/query': (scene) => [
    {},
    { state: ['planned'] },
    { overdue: true, sortby: 'due' },
    { state: ['done'], sortby: 'updatedAt' },
    { size: 1, page: 2 },
    { station: scene.foreign.station.id },
    { search: '示例' },
  ],
  'GET finding/export': plain({ format: 'csv' }, { format: 'ndjson' }),
  'GET finding': findings,
  'POST finding/add': (scene) => [
    { text: '接地不良（示例）' },
    { station: scene.foreign.station.id, text: '接地不良（示例）' },
  ],
  'POST finding/step': (scene) =>
    findings(scene).flatMap(({ id }) => [
      { id, to: 'planned', text: '更换护栏（示例）', due: '2099-12-31' },
      { id, to: 'done', text: '已更换（示例）' },
      { id, events: 1, to: 'done', text: '已更换（示例）' },
    ]),

  'GET notice/query': plain({}, { unread: true }, { size: 1 }, { search: '示例' }),
  'POST notice/read': plain({ ids: ['nothing'] }, { all: true }),
  'GET notice/preferences': plain({}),
  'POST notice/preferences': plain({ lang: 'en' }),

  'GET document/list': plain({}, { size: 1 }),
  'POST document/update_roles': (scene) => [{ fileId: scene.documents.managers, roles: [] }],
  'GET document/token': ofFile,
  'GET document/download/:name': left('by a token alone: what it gives is compared behind each token'),
  'POST document/delete?': (scene) => [{ fileId: scene.documents.managers }],

  'GET standard/versions': plain({}),
  'POST standard/import': left(OTHER_ROLE),
  'POST standard/use': left(OTHER_ROLE),
  'GET standard/export': plain({ format: 'json' }),

  'GET statistics/progress': plain({}, { division: COUNTY }),
  'GET statistics/ratings': plain({}, { division: COUNTY }),
  'GET statistics/scores': plain({}, { division: COUNTY }),
  'GET statistics/experts': plain({}),
  'GET statistics/findings': plain({}, { division: COUNTY }),
  'GET statistics/export': plain(...STATISTICS_EXPORTS.map((what) => ({ what, format: 'csv' as const }))),

  'GET system/settings': plain({}),
  'POST system/update_settings': plain({ minExperts: 1 }),
  'GET audit': plain({}),
  'GET audit/verify': plain({}),
  'GET audit/head': left('how long the history is, is public, so that anybody can witness it (docs/security.md)'),
  'GET audit/keys': plain({}),
  'GET audit/proof': plain({ seq: 1 }),
  'GET audit/consistency': plain({ from: 1, to: 2 }),
  'GET health': left('the time of the last check is the process’s own'),
  'GET openapi.json': plain({}),
  'GET system/footer': plain({}),
  'GET public/ratings': plain({}, { name: '示例' }),
  'GET verify': plain({ number: 'GXXSD-2026-000001', digest: 'x' }, { number: 'GXXSD-2026-000005', digest: 'x' }),
};
