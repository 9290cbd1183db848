import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { AnyCommand } from '../command/command.ts';
import type { Registry } from '../command/registry.ts';

const users = (kind: UserKind) => async (): Promise<readonly AnyCommand[]> =>
  (await import('./users/index.ts')).userCommands(kind);

/** Loads the commands of each noun from its folder. */
export const NOUNS: Registry = {
  assessments: ['review', async () => (await import('./assessments/index.ts')).commands],
  files: ['review', async () => (await import('./files/index.ts')).commands],
  findings: ['review', async () => (await import('./findings/index.ts')).commands],
  documents: ['review', async () => (await import('./documents/index.ts')).commands],
  standard: ['review', async () => (await import('./standard/index.ts')).commands],
  supervise: ['review', async () => (await import('./supervise/index.ts')).commands],
  status: ['review', async () => (await import('./status/index.ts')).commands],
  stats: ['review', async () => (await import('./stats/index.ts')).commands],
  managers: [
    'accounts',
    async () => [...(await users('managers')()), ...(await import('./users/managerTree.ts')).commands],
  ],
  experts: ['accounts', users('experts')],
  stations: ['accounts', users('stations')],
  supervisors: ['accounts', users('supervisors')],
  divisions: ['accounts', async () => (await import('./divisions/index.ts')).commands],
  unlock: ['accounts', async () => (await import('./unlock/index.ts')).commands],
  audit: ['data', async () => (await import('./audit/index.ts')).commands],
  api: ['data', async () => (await import('./api/index.ts')).commands],
  backup: ['data', async () => (await import('./backup/index.ts')).commands],
  restore: ['data', async () => (await import('./restore/index.ts')).commands],
  'migrate-data': ['data', async () => (await import('./migrate-data/index.ts')).commands],
  keys: ['data', async () => (await import('./keys/index.ts')).commands],
  doctor: ['data', async () => (await import('./doctor/index.ts')).commands],
  serve: ['server', async () => (await import('./serve/index.ts')).commands],
  web: ['server', async () => (await import('./web/index.ts')).commands],
  settings: ['server', async () => (await import('./settings/index.ts')).commands],
  tui: ['yourself', async () => (await import('./tui/index.ts')).commands],
  login: ['yourself', async () => (await import('./login/index.ts')).commands],
  logout: ['yourself', async () => (await import('./logout/index.ts')).commands],
  auth: ['yourself', async () => (await import('./auth/index.ts')).commands],
  whoami: ['yourself', async () => (await import('./whoami/index.ts')).commands],
  password: ['yourself', async () => (await import('./password/index.ts')).commands],
  profile: ['yourself', async () => (await import('./profile/index.ts')).commands],
  token: ['yourself', async () => (await import('./token/index.ts')).commands],
  notices: ['yourself', async () => (await import('./notices/index.ts')).commands],
  sessions: ['yourself', async () => (await import('./sessions/index.ts')).commands],
  factor: ['yourself', async () => (await import('./factor/index.ts')).commands],
  server: ['yourself', async () => (await import('./server/index.ts')).commands],
  alias: ['yourself', async () => (await import('./alias/index.ts')).aliasCommands(NOUNS)],
  completion: ['yourself', async () => (await import('./completion/index.ts')).commands],
  version: ['yourself', async () => (await import('./version/index.ts')).commands],
  help: ['yourself', async () => (await import('./help/index.ts')).helpCommands(NOUNS)],
};
