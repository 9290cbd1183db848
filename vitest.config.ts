import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { MORE } from './tests/lanes.ts';
import { DEMO_DAY } from './tests/support/demoDay.ts';
import { LongestFirst } from './tests/support/sequencer.ts';
import { SHIM_ALIAS } from './web/vite.config.ts';

const CONTRACT = 'tests/contract/**/*.test.ts';

/** Tests of the contract that do not depend on the database: they run on SQLite only. */
const ON_SQLITE_ONLY = [
  'tests/contract/{openapi,malformed}.test.ts',
  'tests/contract/security/{aborted,answers,bombs,busy,connections,secrets,slow}.test.ts',
  'tests/contract/twins/*.test.ts',
];
/**
 * Roles, steps, sign-in and the words of refusals are decided by the call table and the rules, whichever database stores
 * the rows: on PostgreSQL they run each night. Lists, counts, histories, races and accounts run on it each time.
 */
const DECIDED_BY_RULES = [
  'tests/contract/{errors,metrics,settings,verify}.test.ts',
  'tests/contract/files-{downloads,refusals}.test.ts',
  'tests/contract/permissions/*.test.ts',
  'tests/contract/review/{answers,fourEyes,fourEyesHistories,print,steps,submission}.test.ts',
  'tests/contract/session/*.test.ts',
  'tests/contract/security/*.test.ts',
];
/** What depends on where files lie runs on a store of files too. */
const ON_STORE = 'tests/contract/files-*.test.ts';

/** What needs no build: rules, texts, and parts of the workspaces. */
const UNIT = [
  'shared/test/**/*.test.ts',
  'server/test/**/*.test.ts',
  'cli/test/**/*.test.{ts,tsx}',
  'web/test/*.test.ts',
];
/** Tests of a workspace that fill databases with the demonstration. */
const FILLED = ['server/test/{demo,demoInvariants,files-deleted,counters,nameSearch}.test.ts'];

const SQLITE = { SHP_TEST_POSTGRES: '', SHP_TEST_STORE: '' };
const DEMO_DATA = 'tests/support/demoData.ts';
const POSTGRES = 'tests/support/postgres.ts';
const STORE = 'tests/support/store.ts';

/** A browser and a terminal wait up to 30 s for what they show, and say what they waited for: the limit comes later. */
const SCREEN_MS = 120_000;
/** Each call makes several trips to a program that shares the cores. */
const POSTGRES_MS = 120_000;
/** Servers are killed, paused and starved again and again. */
const NIGHTLY_MS = 600_000;

type Project = TestProjectInlineConfiguration;
type Test = NonNullable<Project['test']>;
const project = (test: Test): Project => ({ extends: true, test });
/** A project without the files of `MORE`, and one with them alone. */
function lanes(name: keyof typeof MORE, test: Test): Project[] {
  const more = [...MORE[name]];
  return [
    project({ ...test, name, exclude: [...(test.exclude ?? []), ...more] }),
    project({ ...test, name: `${name}-more`, include: more }),
  ];
}

export default defineConfig({
  test: {
    pool: 'forks',
    // What tests import is read once a worker; each file has servers and data of its own.
    isolate: false,
    maxWorkers: 3,
    // Transformed sources stay on disk: a second run of the unit tests takes a third less time.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 180_000,
    setupFiles: 'tests/support/seed.ts',
    env: { SHP_DEMO_DAY: DEMO_DAY },
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default'],
    projects: [
      project({ name: 'unit', env: SQLITE, include: UNIT, exclude: ['**/node_modules/**', ...FILLED] }),
      {
        extends: true,
        resolve: { alias: SHIM_ALIAS },
        test: {
          name: 'components',
          environment: 'happy-dom',
          // React and MUI keep the document that they were loaded with.
          isolate: true,
          include: ['web/test/components/*.test.tsx'],
          // As in the console's build: one react-router for all, and our shims.
          server: { deps: { inline: [/react-admin|\/ra-|react-router/] } },
        },
      },
      ...lanes('sqlite', {
        env: SQLITE,
        include: [...FILLED, CONTRACT],
        globalSetup: DEMO_DATA,
      }),
      ...lanes('browser', {
        env: SQLITE,
        include: ['tests/browser/**/*.test.ts'],
        globalSetup: DEMO_DATA,
        testTimeout: SCREEN_MS,
      }),
      ...lanes('terminal', {
        env: SQLITE,
        include: ['tests/{terminal,acceptance}/**/*.test.ts'],
        globalSetup: DEMO_DATA,
        testTimeout: SCREEN_MS,
      }),
      ...lanes('postgres', {
        env: { SHP_TEST_STORE: '' },
        include: [CONTRACT],
        exclude: [...ON_SQLITE_ONLY, ...DECIDED_BY_RULES],
        globalSetup: [POSTGRES, DEMO_DATA],
        testTimeout: POSTGRES_MS,
      }),
      ...lanes('store', { env: { SHP_TEST_POSTGRES: '' }, include: [ON_STORE], globalSetup: STORE }),
      project({
        name: 'nightly-faults',
        env: SQLITE,
        include: ['tests/nightly/faults/**/*.test.ts'],
        globalSetup: DEMO_DATA,
        testTimeout: NIGHTLY_MS,
      }),
      project({ name: 'nightly-twins', env: SQLITE, include: ['tests/nightly/twins/**/*.test.ts'] }),
      project({
        name: 'nightly-postgres',
        env: { SHP_TEST_STORE: '' },
        include: ['tests/nightly/postgres/**/*.test.ts', ...DECIDED_BY_RULES],
        exclude: ON_SQLITE_ONLY,
        globalSetup: [POSTGRES, DEMO_DATA],
        testTimeout: NIGHTLY_MS,
      }),
      project({
        name: 'nightly-looks',
        env: { ...SQLITE, SHP_TEST_LOOKS: 'all' },
        include: ['tests/browser/look.test.ts'],
        globalSetup: DEMO_DATA,
        testTimeout: NIGHTLY_MS,
      }),
      project({
        name: 'nightly-store',
        env: { SHP_TEST_POSTGRES: '' },
        include: ['tests/nightly/store/**/*.test.ts'],
        globalSetup: STORE,
        testTimeout: NIGHTLY_MS,
      }),
    ],
  },
});
