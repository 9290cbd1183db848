import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { COUNTY, expertProfile, firstLogin, managerProfile, newAccount, stationProfile } from '../../support/people.ts';
import { addCast, bring } from '../../support/review.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '=HYPERLINK("http://evil.example","x")',
  '＝1+1',
  '＋1',
  '－1+1',
  '＠SUM(1)',
];
/**
 * A cell that a spreadsheet would run, at the start of a line or after a comma, quoted or not; numbers are excluded.
 */
const RUNS = /(?:^|[,\n])"?(?:[=+@＝＋－＠\t]|\r(?!\n))|(?:^|[,\n])"?-(?![\d.]+"?[,\r\n])/;

async function csv(path: string): Promise<string> {
  const answer = await server.request('GET', `/api/${path}`, { headers: { Token: server.admin.token } });
  expect(answer.status).toBe(200);
  return (await answer.text()).replace(/^\ufeff/, '');
}

test('formulas typed into any field of any list are plain text in exports', async () => {
  const { api } = server.admin;
  for (const name of FORMULAS) {
    const manager = { account: newAccount('unit'), role: 'county_manager', division: COUNTY } as const;
    await api.call('POST user/add_manager', { ...manager, profile: { ...managerProfile('x'), name, contact: name } });
    const expert = { ...expertProfile('x'), name, unit: name };
    await api.call('POST user/add_expert', { account: newAccount('expert'), profile: expert });
    const supervisor = { ...managerProfile('x'), name, contact: name };
    await api.call('POST user/add_supervisor', { account: newAccount('supervisor'), profile: supervisor });
    const account = newAccount('station');
    const station = { ...stationProfile('x'), name, address: name, legalPerson: name };
    const { initialPassword = '' } = await api.call('POST user/add_station', {
      account,
      division: COUNTY,
      profile: station,
    });
    const person = await firstLogin(server, account, initialPassword);
    await person.api.call('POST assessment/add_assessment', { level: 3 });
  }
  const cast = await addCast(server);
  const review = await bring(server, cast, 'reviewing');
  await cast.final.api.call('POST assessment/update_conclusion', { id: review.id, conclusion: '=1+1' });

  const kinds = ['managers', 'experts', 'stations', 'supervisors'].map((kind) => `user/export?kind=${kind}&format=csv`);
  for (const path of [...kinds, 'assessment/export?format=csv', 'statistics/export?what=experts&format=csv']) {
    const text = await csv(path);
    expect(text).toContain("'=1+1");
    expect(RUNS.exec(text)?.[0], path).toBeUndefined();
  }
}, 120_000);
