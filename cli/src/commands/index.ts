import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { AnyCommand } from '../command/command.ts';
import type { Registry } from '../command/registry.ts';

const users = (kind: UserKind) => async (): Promise<readonly AnyCommand[]> =>
  (await import('./users/index.ts')).userCommands(kind);

/** Loads the commands of each noun from its folder. */
export const NOUNS: Registry = {
  serve: async () => (await import('./serve/index.ts')).commands,
  web: async () => (await import('./web/index.ts')).commands,
  tui: async () => (await import('./tui/index.ts')).commands,
  login: async () => (await import('./login/index.ts')).commands,
  logout: async () => (await import('./logout/index.ts')).commands,
  whoami: async () => (await import('./whoami/index.ts')).commands,
  password: async () => (await import('./password/index.ts')).commands,
  profile: async () => (await import('./profile/index.ts')).commands,
  token: async () => (await import('./token/index.ts')).commands,
  sessions: async () => (await import('./sessions/index.ts')).commands,
  server: async () => (await import('./server/index.ts')).commands,
  status: async () => (await import('./status/index.ts')).commands,
  divisions: async () => (await import('./divisions/index.ts')).commands,
  managers: async () => [...(await users('managers')()), ...(await import('./users/managerTree.ts')).commands],
  experts: users('experts'),
  stations: users('stations'),
  supervisors: users('supervisors'),
  supervise: async () => (await import('./supervise/index.ts')).commands,
  assessments: async () => (await import('./assessments/index.ts')).commands,
  files: async () => (await import('./files/index.ts')).commands,
  documents: async () => (await import('./documents/index.ts')).commands,
  standard: async () => (await import('./standard/index.ts')).commands,
  settings: async () => (await import('./settings/index.ts')).commands,
  audit: async () => (await import('./audit/index.ts')).commands,
  backup: async () => (await import('./backup/index.ts')).commands,
  restore: async () => (await import('./restore/index.ts')).commands,
  'migrate-data': async () => (await import('./migrate-data/index.ts')).commands,
  doctor: async () => (await import('./doctor/index.ts')).commands,
  unlock: async () => (await import('./unlock/index.ts')).commands,
  api: async () => (await import('./api/index.ts')).commands,
  completion: async () => (await import('./completion/index.ts')).commands,
  version: async () => (await import('./version/index.ts')).commands,
  help: async () => (await import('./help/index.ts')).helpCommands(NOUNS),
};
