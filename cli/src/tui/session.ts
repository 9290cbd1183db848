import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { TokenScope } from '@shp/shared/domain/accounts/tokens';
import type { FindingView } from '@shp/shared/domain/addresses/findings';
import { createContext, useContext } from 'react';
import type { Api } from '../api/client.ts';
import type { CommandContext } from '../command/context.ts';
import type { Connection } from './app/connection.ts';
import type { CommandLog } from './commands/commandLog.ts';
import type { Job, Jobs } from './jobs/jobs.ts';
import type { Query } from './list/definition.ts';
import type { Models } from './list/model.ts';
import type { RemarkDrafts } from './remarkDrafts.ts';
import type { Texts } from './texts.ts';

/** `bad` goes with the next act; what `failed` stays its time. */
export type Tone = 'good' | 'bad' | 'failed' | 'plain';

/** Work that was cut off and can go on: its name in the list of jobs, when it began, and how far it came. */
export type CutOff = {
  readonly key: string;
  readonly counts: { readonly done: number; readonly rows: number } | null;
  /** In milliseconds. */
  readonly startedAt: number;
  title(texts: Texts): string;
};

/** The account in use, and the scopes of its access token; a session has all. */
export type Me = User & { readonly tokenScopes?: readonly TokenScope[] };

/** What the screens of a logged-in user share. */
export type Session = {
  readonly api: Api;
  readonly connection: Connection;
  readonly me: Me;
  readonly jobs: Jobs;
  /** The session's actions as commands. */
  readonly commands: CommandLog;
  readonly models: Models;
  readonly remarks: RemarkDrafts;
  readonly context: CommandContext;
  readonly unfinished: readonly CutOff[];
  goOn(key: string): void;
  /** Asks, then gives up work that was cut off. */
  forget(key: string): void;
  setMe(me: User): void;
  /** Opens a screen above the current one. */
  open(screen: Screen): void;
  back(): void;
  /** Whether a tab is shown, with no screen above it. */
  readonly atTab: boolean;
  /** Asks, then undoes a job. */
  undo(job: Job): void;
  /** Shows a message above the keys. */
  say(text: string, tone?: Tone): void;
  /** Shows an error; an invalid session ends. */
  fail(error: unknown): void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('nobody is logged in');
  return session;
}

/** A screen that opens above a tab. */
export type Screen =
  | { readonly kind: 'assessment'; readonly id: string; readonly name: string }
  | { readonly kind: 'user'; readonly users: UserKind; readonly user: User }
  | { readonly kind: 'stations'; readonly division: string; readonly name: string }
  | { readonly kind: 'assessments'; readonly of: Query; readonly name: string }
  | {
      readonly kind: 'supervised';
      readonly user: User /** Begins with the stations that are not linked. */;
      readonly toLink?: true;
    }
  | { readonly kind: 'findings'; readonly view?: FindingView }
  | { readonly kind: 'finding'; readonly id: string; readonly no: string }
  | { readonly kind: 'notices' }
  | { readonly kind: 'jobs' }
  | { readonly kind: 'commands' }
  | { readonly kind: 'profile' };
