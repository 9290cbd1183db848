import { type BinaryKey, type CallKey, calls, groups, type JsonKey } from '@shp/shared/api/index';
import { ROLES, type Role } from '@shp/shared/domain/accounts/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { outcome } from '../../support/strictClient.ts';
import { type Case, casesOf, nameOf } from './cases.ts';
import { type Fixture, FLAGS, makeFixture, type Relation } from './fixture.ts';
import { expected, listed } from './rules.ts';

/** Every call by every role on near, far, deleted and missing objects; docs/generated/permissions.md has the table. */
let server: Contract;
let fixture: Fixture;
beforeAll(async () => {
  server = await startContract(FLAGS);
  fixture = await makeFixture(server);
});
afterAll(() => server.stop());

type AnyCase = Case<CallKey>;

/** Makes a call as a role; returns `200`, with the relations that a list contains, or the refusal. */
async function make(key: CallKey, one: AnyCase, role: Role, at: Relation | null): Promise<string> {
  const input = await one.input(fixture, at ?? 'near', role);
  const { api } = role === 'guest' ? { api: server.guest } : await callerOf(one, role, input as never);
  const binary = 'binary' in calls[key].output;
  const answer = binary
    ? api.open(key as BinaryKey, input as never).then((response) => response.text())
    : api.call(key as JsonKey, input as never);
  const became = await outcome(answer);
  if (became !== '200' || !one.tells) return became;
  const text = JSON.stringify(await answer);
  const told = Object.entries(one.tells(fixture)).filter(([, mark]) => text.includes(mark));
  return [became, ...told.map(([relation]) => relation)].join(' ');
}

function callerOf(one: AnyCase, role: Exclude<Role, 'guest'>, input: never) {
  return one.caller?.(fixture, role, input) ?? fixture.callers[role];
}

function wanted(key: CallKey, label: string, one: AnyCase, role: Role, at: Relation | null): string {
  const code = expected(key, label, role, at);
  return code === '200' && one.tells ? [code, ...listed(key, label, role)].join(' ') : code;
}

type Cells = Record<string, string>;
async function check(key: CallKey, label: string, one: AnyCase): Promise<void> {
  const places: (Relation | null)[] = one.at.length > 0 ? [...one.at] : [null];
  const [got, want]: [Cells, Cells] = [{}, {}];
  for (const role of ROLES) {
    const answers = [];
    for (const at of places) answers.push(await make(key, one, role, at));
    got[role] = answers.join(', ');
    want[role] = places.map((at) => wanted(key, label, one, role, at)).join(', ');
  }
  expect(got).toEqual(want);
}

describe.each(Object.entries(groups))('%s', (_name, group) => {
  for (const key of Object.keys(group) as CallKey[]) {
    for (const [label, one] of casesOf(key)) test(nameOf(key, label), () => check(key, label, one), 120_000);
  }
});

test('the public calls are the expected ones', () => {
  const open = Object.entries(calls).flatMap(([key, { who }]) => (who === 'anyone' ? [key] : []));
  expect(open.sort()).toEqual([
    'GET audit/head',
    'GET audit/keys',
    'GET basic/validate_code',
    'GET document/download/:name',
    'GET file/download/:name',
    'GET file/download_evidence/:name',
    'GET health',
    'GET openapi.json',
    'GET public/ratings',
    'GET system/footer',
    'GET verify',
    'POST session/factor',
    'POST session/login',
    'POST session/oidc',
    'POST session/oidc_begin',
  ]);
});
