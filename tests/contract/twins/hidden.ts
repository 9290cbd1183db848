import type { Contract, Person } from '../../support/contract.ts';
import { pdf, scoresAt } from '../../support/materials.ts';
import { expertProfile, stationProfile } from '../../support/people.ts';
import { ITEMS } from '../../support/review.ts';
import { Tus } from '../../support/tus.ts';
import type { Scene, Seer } from './worlds.ts';

type Act = {
  /** Who must notice nothing of it. */
  from: readonly Seer[];
  does: (scene: Scene, on: (by: Person) => Person['api'], server: Contract) => Promise<unknown>;
};

const EVERYBODY: readonly Seer[] = ['expert', 'station', 'neighbour', 'supervisor', 'ministry'];
/** Units see each expert's load and name, since an expert may review anywhere. */
const NOT_UNITS = EVERYBODY.filter((seer) => seer !== 'neighbour');

/** The ministry sees the figures of all reviews and findings. */
const NOT_MINISTRY = EVERYBODY.filter((seer) => seer !== 'ministry');

const assign = (of: 'reviewing' | 'first_passed' | 'again', whom: (scene: Scene) => Person[]): Act => ({
  from: NOT_UNITS,
  does: (scene, on) =>
    on(scene.cast.final).call('POST assessment/assign_experts', {
      id: scene.reviews[of].id,
      experts: whom(scene).map(({ id }) => id),
    }),
});
const draft = (of: 'reviewing' | 'reviewed', text: string): Act => ({
  from: EVERYBODY,
  does: (scene, on) =>
    on(scene.cast.final).call('POST assessment/update_conclusion', { id: scene.reviews[of].id, conclusion: text }),
});
const othersScores = (share: number, reason: string): Act => ({
  from: EVERYBODY,
  does: ({ reviews, other }, on) =>
    on(other).call('POST assessment/expert_scores', {
      id: reviews.reviewing.id,
      items: scoresAt(ITEMS, share, reason),
    }),
});

const othersConclusion = (from: readonly Seer[], conclusion: string, final: boolean): Act => ({
  from,
  does: ({ reviews, other }, on) =>
    on(other).call('POST assessment/update_conclusion', { id: reviews.reviewing.id, conclusion, final }),
});

/** What others do, by name; refusals are part of it, such as scores after the own conclusion. */
export const HIDDEN: Readonly<Record<string, Act>> = {
  'more experts are assigned': assign('first_passed', ({ seers, other, spare }) => [seers.expert, other, spare]),
  'experts are taken off': assign('first_passed', ({ seers, spare }) => [seers.expert, spare]),
  'an expert more in the running review': assign('reviewing', ({ seers, other, spare }) => [
    seers.expert,
    other,
    spare,
  ]),
  'an expert more for an application that is returned later': {
    ...assign('again', ({ cast, spare }) => [...cast.experts, spare]),
    // The aggregate account of its station sees its experts.
    from: NOT_UNITS.filter((seer) => seer !== 'supervisor'),
  },
  'the other expert scores': othersScores(0.5, '另一位专家的理由（示例）'),
  'the other expert scores again': othersScores(0.7, '另一位专家改了理由（示例）'),
  'an administrator scores for the other expert': {
    from: EVERYBODY,
    does: ({ reviews, other }, _on, { admin }) =>
      admin.api.call('POST assessment/expert_scores', {
        id: reviews.reviewing.id,
        expertId: other.id,
        items: scoresAt(ITEMS.slice(0, 5), 0.3, '代填（示例）'),
      }),
  },
  'the other expert drafts a conclusion': othersConclusion(EVERYBODY, '另一位专家的草稿（示例）', false),
  // Concluding takes one review off the load, which units see.
  'the other expert concludes': othersConclusion(NOT_UNITS, '另一位专家的结论（示例）', true),
  'the final manager drafts the conclusion': draft('reviewing', '终审单位的草稿（示例）'),
  'the final manager drafts another conclusion': draft('reviewed', '终审单位的另一草稿（示例）'),
  'another expert changes its name': {
    from: NOT_UNITS,
    does: ({ spare }, _on, { admin }) =>
      admin.api.call('POST user/update_expert', { id: spare.id, profile: expertProfile('改名的专家') }),
  },
  'a foreign station changes its name': {
    from: EVERYBODY,
    does: ({ foreign }, _on, { admin }) =>
      admin.api.call('POST user/update_station', { id: foreign.station.id, profile: stationProfile('改名的电站') }),
  },
  'a foreign station edits its form': {
    from: EVERYBODY,
    does: ({ foreign }, on) =>
      on(foreign.station).call('POST assessment/update_form', { id: foreign.id, form: { plant: { staff: 11 } } }),
  },
  'a foreign station scores itself': {
    from: EVERYBODY,
    does: ({ foreign }, on) =>
      on(foreign.station).call('POST assessment/station_scores', {
        id: foreign.id,
        items: scoresAt(ITEMS.slice(0, 9), 0.4, '其他电站（示例）'),
      }),
  },
  'a foreign station uploads evidence': {
    from: EVERYBODY,
    does: ({ foreign }, _on, server) =>
      Tus.of(server, foreign.station).upload(
        { target: 'evidence', assessmentId: foreign.id, serial: '1.1.2', filename: '其他电站.pdf' },
        pdf('another'),
      ),
  },
  'the review of a foreign station starts': {
    from: NOT_MINISTRY,
    does: ({ cast, foreignReview }, on) =>
      on(cast.final).call('POST assessment/add_event', {
        id: foreignReview.id,
        status: 'reviewing',
        description: '',
      }),
  },
  'a foreign station adds a finding': {
    from: NOT_MINISTRY,
    does: ({ foreign }, on) => on(foreign.station).call('POST finding/add', { text: '油位低（示例）' }),
  },
  'a foreign station plans what it does about a finding': {
    from: NOT_MINISTRY,
    does: ({ findings, foreign }, on) =>
      on(foreign.station).call('POST finding/step', {
        id: findings.foreign,
        to: 'planned',
        text: '更换（示例）',
        due: '2099-12-31',
      }),
  },
  'a document more, for units alone': {
    from: NOT_UNITS,
    does: async (_scene, _on, server) => {
      const filename = '内部.pdf';
      await Tus.of(server, server.admin).upload({ target: 'document', filename }, pdf(filename));
      const { items } = await server.admin.api.call('GET document/list', { size: 1 });
      const roles = ['province_manager', 'city_manager', 'county_manager'] as const;
      await server.admin.api.call('POST document/update_roles', { fileId: items[0]?.id ?? '', roles: [...roles] });
    },
  },
  'a failed login of another account': {
    from: EVERYBODY,
    does: ({ other }, _on, { guest }) =>
      guest.call('POST session/login', { account: other.account, password: '0'.repeat(64), key: '', code: '' }),
  },
  'an administrator exports all assessments': {
    from: EVERYBODY,
    does: async (_scene, _on, { admin }) => {
      const answer = await admin.api.open('GET assessment/export', { format: 'csv' });
      await answer.arrayBuffer();
    },
  },
};

/** The work of others in both worlds, with notices to the seers: their count must not include hidden ones. */
export const SHARED: Readonly<Record<string, Act['does']>> = {
  'the seeing expert is assigned': ({ cast, seers, toAssign }, on) =>
    on(cast.final).call('POST assessment/assign_experts', { id: toAssign.id, experts: [seers.expert.id] }),
  'the seeing expert is taken off': ({ cast, toAssign }, on) =>
    on(cast.final).call('POST assessment/assign_experts', { id: toAssign.id, experts: [] }),
  'the application of the seeing station is returned again': ({ cast, reviews }, on) =>
    on(cast.final).call('POST assessment/add_event', {
      id: reviews.again.id,
      status: 'returned',
      description: '请再补充（示例）',
    }),
};
