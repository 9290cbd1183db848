import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { AnyCommand } from '../core/command.ts';

type Load = () => Promise<readonly AnyCommand[]>;

const users = (kind: UserKind) => async (): Promise<readonly AnyCommand[]> =>
  (await import('./users/index.ts')).userCommands(kind);

/** Every noun, with the file of its commands: loaded when one of them is called. The order is the help's. */
export const NOUNS = {
  serve: async () => (await import('./serve.ts')).commands,
  web: async () => (await import('./web.ts')).commands,
  tui: async () => (await import('./tui.ts')).commands,
  login: async () => (await import('./login.ts')).commands,
  logout: async () => (await import('./logout.ts')).commands,
  whoami: async () => (await import('./whoami.ts')).commands,
  password: async () => (await import('./password.ts')).commands,
  profile: async () => (await import('./profile.ts')).commands,
  token: async () => (await import('./token.ts')).commands,
  sessions: async () => (await import('./sessions.ts')).commands,
  server: async () => (await import('./server.ts')).commands,
  status: async () => (await import('./status.ts')).commands,
  divisions: async () => (await import('./divisions.ts')).commands,
  managers: async () => [...(await users('managers')()), ...(await import('./managerTree.ts')).commands],
  experts: users('experts'),
  stations: users('stations'),
  supervisors: users('supervisors'),
  supervise: async () => (await import('./supervise.ts')).commands,
  assessments: async () => [
    ...(await import('./assessments.ts')).commands,
    ...(await import('./assessmentReview.ts')).commands,
    ...(await import('./assessmentAssign.ts')).commands,
    ...(await import('./scores/index.ts')).commands,
  ],
  files: async () => (await import('./files.ts')).commands,
  documents: async () => (await import('./documents.ts')).commands,
  standard: async () => (await import('./standard.ts')).commands,
  settings: async () => (await import('./settings.ts')).commands,
  audit: async () => (await import('./audit.ts')).commands,
  backup: async () => (await import('./backup.ts')).commands,
  restore: async () => (await import('./restore.ts')).commands,
  'migrate-data': async () => (await import('./migrateData.ts')).commands,
  doctor: async () => (await import('./doctor.ts')).commands,
  unlock: async () => (await import('./unlock.ts')).commands,
  api: async () => (await import('./api.ts')).commands,
  completion: async () => (await import('./completion.ts')).commands,
  version: async () => (await import('./version.ts')).commands,
  help: async () => (await import('./help.ts')).commands,
} as const satisfies Record<string, Load>;
export type Noun = keyof typeof NOUNS;

/** The verb of a noun that is called without one. */
export const DEFAULT_VERBS: Partial<Record<Noun, string>> = { audit: 'list' };

export function isNoun(word: string): word is Noun {
  return Object.hasOwn(NOUNS, word);
}

/** Every command there is, for the help and the completion. */
export async function allCommands(): Promise<AnyCommand[]> {
  return (await Promise.all(Object.values(NOUNS).map((load) => load()))).flat();
}
