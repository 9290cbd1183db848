import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/sequencer.ts';

/** What depends on the database runs on both. */
const ON_BOTH = ['tests/contract/**/*.test.ts'];
/** What depends on where files lie runs on a store of files too. */
const ON_STORE = ['tests/contract/files-*.test.ts'];

/** What never reaches the database. */
const ELSEWHERE = [
  'tests/contract/{openapi,malformed}.test.ts',
  'tests/contract/security/{aborted,answers,bombs,busy,connections,secrets,slow}.test.ts',
];

/** What needs no build: rules, texts, and parts of the workspaces. */
const UNIT = [
  'shared/test/**/*.test.ts',
  'server/test/**/*.test.ts',
  'cli/test/**/*.test.{ts,tsx}',
  'web/test/**/*.test.{ts,tsx}',
];
/** Tests of a workspace that fill databases with the demonstration. */
const FILLED = ['server/test/{demo,demoInvariants,files-deleted,counters,nameSearch}.test.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // What tests import is read once a worker; each file has servers and data of its own.
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: 'tests/support/seed.ts',
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          env: { SHP_TEST_POSTGRES: '', SHP_TEST_STORE: '' },
          include: UNIT,
          exclude: ['**/node_modules/**', ...FILLED],
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          env: { SHP_TEST_POSTGRES: '', SHP_TEST_STORE: '' },
          include: [...FILLED, 'tests/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/nightly/postgres/**', 'tests/nightly/store/**'],
          globalSetup: 'tests/support/demoData.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          env: { SHP_TEST_STORE: '' },
          include: [...ON_BOTH, 'tests/nightly/postgres/**/*.test.ts'],
          exclude: ELSEWHERE,
          globalSetup: 'tests/support/postgres.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'store',
          env: { SHP_TEST_POSTGRES: '' },
          include: [...ON_STORE, 'tests/nightly/store/**/*.test.ts'],
          globalSetup: 'tests/support/store.ts',
        },
      },
    ],
  },
});
