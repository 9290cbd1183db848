import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { createContext, useContext } from 'react';
import type { Api } from '../api/client.ts';
import type { CommandContext } from '../command/context.ts';
import type { Job, Jobs } from './jobs/jobs.ts';
import type { Models } from './list/models.ts';

export type Tone = 'good' | 'bad' | 'plain';

/** What somebody who is logged in works with. */
export type Session = {
  readonly api: Api;
  readonly me: User;
  readonly jobs: Jobs;
  readonly models: Models;
  readonly shp: CommandContext;
  setMe(me: User): void;
  /** Opens a screen above the present one. */
  open(screen: Screen): void;
  back(): void;
  /** Asks whether to take back what a job did, and does it. */
  undo(job: Job): void;
  /** Says something in the line above the keys. */
  say(text: string, tone?: Tone): void;
  /** Says what failed; an invalid session ends. */
  fail(error: unknown): void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('nobody is logged in');
  return session;
}

/** What can be opened above a tab. */
export type Screen =
  | { readonly kind: 'assessment'; readonly id: string; readonly name: string }
  | { readonly kind: 'user'; readonly users: UserKind; readonly user: User }
  | { readonly kind: 'supervised'; readonly user: User }
  | { readonly kind: 'jobs' }
  | { readonly kind: 'profile' };
