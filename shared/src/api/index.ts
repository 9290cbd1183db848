import type { z } from 'zod';
import { assessments } from './assessments.ts';
import type { Binary, Call } from './call.ts';
import { conclusions } from './conclusions.ts';
import { documents } from './documents.ts';
import { factors } from './factors/factors.ts';
import { passkeys } from './factors/passkeys.ts';
import { files } from './files.ts';
import { findings } from './findings/calls.ts';
import { history } from './history/calls.ts';
import { notices } from './notices/calls.ts';
import { oidc } from './oidc/calls.ts';
import { published } from './public/calls.ts';
import { scores } from './scores.ts';
import { session } from './session.ts';
import { standards } from './standards.ts';
import { statistics } from './statistics.ts';
import { supervision } from './supervision.ts';
import { system } from './system.ts';
import { userLists } from './users/lists.ts';
import { users } from './users/users.ts';

/** The call table, by group. */
export const groups = {
  session,
  oidc,
  factors,
  passkeys,
  users: { ...users, ...userLists },
  supervision,
  assessments,
  scores,
  conclusions,
  files,
  findings,
  documents,
  standards,
  statistics,
  notices,
  history,
  published,
  system,
};
export type Group = keyof typeof groups;

export const calls = {
  ...session,
  ...oidc,
  ...factors,
  ...passkeys,
  ...users,
  ...userLists,
  ...supervision,
  ...assessments,
  ...scores,
  ...conclusions,
  ...files,
  ...findings,
  ...documents,
  ...standards,
  ...statistics,
  ...notices,
  ...history,
  ...published,
  ...system,
};
export type Calls = typeof calls;
export type CallKey = keyof Calls;

export type BinaryKey = { [K in CallKey]: Calls[K]['output'] extends Binary ? K : never }[CallKey];
export type JsonKey = Exclude<CallKey, BinaryKey>;

/** The input that a client passes; keys with defaults may be absent. */
export type Input<K extends CallKey> = z.input<Calls[K]['input']>;
/** The input that a handler gets, with defaults filled in. */
export type Parsed<K extends CallKey> = z.output<Calls[K]['input']>;
/** The output of a call. */
export type Output<K extends JsonKey> = Calls[K]['output'] extends z.ZodType ? z.output<Calls[K]['output']> : never;

/** The row of any string, such as one from a command line or a request; undefined if no call has this key. */
export function findCall(key: string): Call | undefined {
  return Object.hasOwn(calls, key) ? calls[key as CallKey] : undefined;
}
