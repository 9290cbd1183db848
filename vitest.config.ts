import { defineConfig } from 'vitest/config';

/** What depends on the database runs on both. */
const ON_BOTH = ['tests/contract/**/*.test.ts', 'tests/journey/**/*.test.ts'];

/** What never reaches the database. */
const ELSEWHERE = [
  'tests/contract/openapi.test.ts',
  'tests/contract/malformed.test.ts',
  'tests/contract/metrics.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          env: { SHP_TEST_POSTGRES: '' },
          include: [
            'shared/test/**/*.test.ts',
            'server/test/**/*.test.ts',
            'cli/test/**/*.test.{ts,tsx}',
            'web/test/**/*.test.{ts,tsx}',
            'tests/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'tests/postgres/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...ON_BOTH, 'tests/postgres/**/*.test.ts'],
          exclude: ELSEWHERE,
          globalSetup: 'tests/postgres.ts',
        },
      },
    ],
  },
});
