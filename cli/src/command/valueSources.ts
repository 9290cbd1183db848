import type { AnyCommand, Arg } from './command.ts';

/** The kinds of values that a word can name; from `managers` on they need a session. */
export type SourceName =
  | 'commands'
  | 'calls'
  | 'divisions'
  | 'servers'
  | 'aliases'
  | 'settings'
  | 'managers'
  | 'experts'
  | 'stations'
  | 'supervisors'
  | 'assessments'
  | 'documents'
  | 'standards'
  | 'tokens'
  | 'sessions';

const OPTIONS: Partial<Record<string, SourceName>> = {
  server: 'servers',
  division: 'divisions',
  province: 'divisions',
  city: 'divisions',
  county: 'divisions',
  standard: 'standards',
  experts: 'experts',
  expert: 'experts',
};

const ARGS: Partial<Record<string, SourceName>> = {
  ASSESSMENT: 'assessments',
  SUPERVISOR: 'supervisors',
  STATION: 'stations',
  VERSION: 'standards',
  PARENT: 'divisions',
  COMMAND: 'commands',
  PATH: 'calls',
  KEY: 'settings',
};

/** The kind of an `ID` argument, by noun. */
const IDS: Partial<Record<string, SourceName>> = {
  managers: 'managers',
  experts: 'experts',
  stations: 'stations',
  supervisors: 'supervisors',
  assessments: 'assessments',
  documents: 'documents',
  token: 'tokens',
  sessions: 'sessions',
};

/** The kind of a flag's values; null if unknown. */
export function sourceOfOption(key: string): SourceName | null {
  return OPTIONS[key] ?? null;
}

/** The kind of an argument's values; null if unknown. */
export function sourceOfArg({ name: command }: AnyCommand, { name }: Arg): SourceName | null {
  const noun = command.split(' ')[0] ?? '';
  if (name === 'ID') return IDS[noun] ?? null;
  if (name === 'NAME' && command === 'alias delete') return 'aliases';
  if (name === 'NAME') return command === 'server use' || command === 'server remove' ? 'servers' : null;
  return ARGS[name] ?? null;
}
