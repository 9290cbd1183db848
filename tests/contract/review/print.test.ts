import { createHash } from 'node:crypto';
import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { scoresAt } from '../../support/materials.ts';
import { addCast, bring, type Cast, conclude, finish, ITEMS, step } from '../../support/review.ts';

let server: Contract;
let cast: Cast;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 2);
});
afterAll(() => server.stop());

const print = (id: string) => cast.final.api.call('GET assessment/print', { id });

test('before the conclusion the print is a draft without number and digest', async () => {
  for (const status of ['draft', 'reviewing', 'reviewed'] as const) {
    const { id } = await bring(server, cast, status);
    expect(await print(id)).toMatchObject({ status, number: null, digest: null, concludedAt: null, validUntil: null });
  }
});

test('after the conclusion the print has all its data and their digest', async () => {
  const review = await bring(server, cast, 'reviewing');
  const { id } = review;
  const [optional] = ITEMS.filter(({ mayBeMissing }) => mayBeMissing);
  const [poor] = ITEMS.filter(({ score, mayBeMissing }) => score >= 4 && !mayBeMissing);
  const special = [
    { serial: optional?.serial ?? '', score: null, missing: true, reason: '无此设施' },
    { serial: poor?.serial ?? '', score: (poor?.score ?? 0) - 2, missing: false, reason: '记录不全' },
  ];
  for (const expert of cast.experts) {
    const others = scoresAt(ITEMS, 1, '').filter(({ serial }) => !special.some((one) => one.serial === serial));
    await expert.api.call('POST assessment/expert_scores', { id, items: [...others, ...special] });
    await conclude(expert, review);
  }
  await finish(review, 'passed');
  const row = await cast.final.api.call('GET assessment', { id });
  const { digest, bundle: _bundle, ...printed } = await print(id);
  expect(printed).toMatchObject({
    number: row.number,
    level: 3,
    status: 'passed',
    score: row.expertScore,
    selfScore: row.stationScore,
    experts: row.experts.map(({ name }) => name),
    managerConclusion: '终审结论（示例）',
    manager: `${cast.final.account}（示例）`,
    concludedAt: row.concludedAt,
    validUntil: row.validUntil,
    missingItems: [{ serial: optional?.serial, score: optional?.score, reasons: ['无此设施'] }],
    problems: [{ serial: poor?.serial, lost: 2, reasons: ['记录不全'] }],
  });
  const sum = (key: 'full' | 'missing' | 'lost' | 'got') =>
    printed.chapters.reduce((total, chapter) => total + chapter[key], 0);
  expect([sum('full'), sum('missing'), sum('lost')]).toEqual([1000, optional?.score, 2]);
  expect(sum('got')).toBe(sum('full') - sum('missing') - sum('lost'));
  expect(printed.expertConclusions).toHaveLength(2);
  expect(digest).toBe(createHash('sm3').update(canonicalJson(printed)).digest('hex'));
});

test('the print does not change when the station is renamed', async () => {
  const review = await bring(server, cast, 'passed');
  const before = await print(review.id);
  const profile = { name: '改名水电站（示例）' };
  await server.admin.api.call('POST user/update_station', { id: review.station.id, profile });
  await server.admin.api.call('POST user/profile', { userId: cast.final.id, profile: { name: '改名单位（示例）' } });
  expect(await print(review.id)).toEqual(before);
  await step(cast.final, review, 'revoked', '撤销');
  expect((await print(review.id)).digest).toBe(before.digest);
});
