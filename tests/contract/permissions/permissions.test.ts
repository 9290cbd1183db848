import { readFileSync, writeFileSync } from 'node:fs';
import { type BinaryKey, type CallKey, calls, groups, type JsonKey } from '@shp/shared/api/index';
import { ROLES, type Role } from '@shp/shared/domain/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, startContract } from '../harness.ts';
import { outcome } from '../strictClient.ts';
import { type Case, casesOf, nameOf } from './cases.ts';
import { expected, listed } from './rules.ts';
import { makeWorld, type Relation, type World } from './world.ts';

/**
 * Every call by every role on things near and far, deleted and missing. What comes out stands in golden/permissions.md
 * for people to read; `UPDATE_GOLDEN=1 npx vitest run tests/contract/permissions/permissions.test.ts` writes it anew.
 */
const GOLDEN = new URL('../golden/permissions.md', import.meta.url);

let server: Contract;
let world: World;
beforeAll(async () => {
  server = await startContract();
  world = await makeWorld(server);
});
afterAll(() => server.stop());

type AnyCase = Case<CallKey>;

/** Makes a call as a role; `200`, with what a list tells of, or the refusal. */
async function make(key: CallKey, one: AnyCase, role: Role, at: Relation | null): Promise<string> {
  const input = await one.input(world, at ?? 'near', role);
  const { api } = role === 'guest' ? { api: server.guest } : await callerOf(one, role, input as never);
  const binary = 'binary' in calls[key].output;
  const answer = binary
    ? api.open(key as BinaryKey, input as never).then((response) => response.text())
    : api.call(key as JsonKey, input as never);
  const became = await outcome(answer);
  if (became !== '200' || !one.tells) return became;
  const text = JSON.stringify(await answer);
  const told = Object.entries(one.tells(world)).filter(([, mark]) => text.includes(mark));
  return [became, ...told.map(([relation]) => relation)].join(' ');
}

function callerOf(one: AnyCase, role: Exclude<Role, 'guest'>, input: never) {
  return one.caller?.(world, role, input) ?? world.callers[role];
}

function wanted(key: CallKey, label: string, one: AnyCase, role: Role, at: Relation | null): string {
  const code = expected(key, label, role, at);
  return code === '200' && one.tells ? [code, ...listed(key, label, role)].join(' ') : code;
}

type Cells = Record<string, string>;
/** What came out, by call and case. */
const actual: Record<string, Cells> = {};

async function check(key: CallKey, label: string, one: AnyCase): Promise<void> {
  const places: (Relation | null)[] = one.at.length > 0 ? [...one.at] : [null];
  const [got, want]: [Cells, Cells] = [{}, {}];
  for (const role of ROLES) {
    const answers = [];
    for (const at of places) answers.push(await make(key, one, role, at));
    got[role] = answers.join(', ');
    want[role] = places.map((at) => wanted(key, label, one, role, at)).join(', ');
  }
  actual[nameOf(key, label)] = got;
  expect(got).toEqual(want);
}

describe.each(Object.entries(groups))('%s', (_name, group) => {
  for (const key of Object.keys(group) as CallKey[]) {
    for (const [label, one] of casesOf(key)) test(nameOf(key, label), () => check(key, label, one));
  }
});

test('what everybody may call without logging in', () => {
  const open = Object.entries(calls).flatMap(([key, { who }]) => (who === 'anyone' ? [key] : []));
  expect(open.sort()).toEqual([
    'GET basic/validate_code',
    'GET document/download/:name',
    'GET file/download/:name',
    'GET file/download_evidence/:name',
    'GET health',
    'GET openapi.json',
    'GET verify',
    'POST session/login',
  ]);
});

/** The statuses of a cell, once where they are all the same. */
function brief(cell: string): string {
  const codes = cell.split(', ').map((answer) => answer.replace(/^([45]\d\d) \w+$/, '$1'));
  return new Set(codes).size === 1 ? (codes[0] ?? '') : codes.join(' ');
}

function golden(): string {
  const lines = [
    '# Permissions',
    '',
    'What each role gets for each call over the wire: the statuses for things near, far, deleted and missing, in the order',
    'of the second column; one status where they are all the same. `near`: in the county of the callers, linked to the',
    'aggregate account, assigned to the expert, the caller’s own. `far`: in another city, of others. A list says which it tells of.',
    'Made by `UPDATE_GOLDEN=1 npx vitest run tests/contract/permissions/permissions.test.ts`.',
  ];
  for (const [name, group] of Object.entries(groups)) {
    lines.push('', `## ${name}`, '', `| call | of | ${ROLES.join(' | ')} |`, `|${'---|'.repeat(ROLES.length + 2)}`);
    for (const key of Object.keys(group) as CallKey[]) {
      for (const [label, { at }] of casesOf(key)) {
        const cells = actual[nameOf(key, label)] ?? {};
        lines.push(
          `| ${nameOf(key, label)} | ${at.join(' ')} | ${ROLES.map((role) => brief(cells[role] ?? '')).join(' | ')} |`,
        );
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

test('the matrix is the one that was agreed on', () => {
  if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, golden());
  expect(golden()).toBe(readFileSync(GOLDEN, 'utf8'));
});
