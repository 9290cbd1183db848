import { expect, test } from 'vitest';
import { journey } from '../support/journey.ts';
import { startServer } from '../support/server.ts';

test('one review passes and is revoked; another is returned, resubmitted, reopened and fails', async () => {
  const server = await startServer({ SHP_ADMIN_PASSWORD: 'admin-2026' });
  try {
    expect(await journey(server.url, 'admin-2026', () => {})).toEqual({
      passed: ['draft', 'submitted', 'first_passed', 'reviewing', 'reviewed', 'passed', 'revoked'],
      failed: [
        'draft',
        'submitted',
        'returned',
        'submitted',
        'first_passed',
        'reviewing',
        'reviewed',
        'reviewing',
        'reviewed',
        'failed',
      ],
    });
  } finally {
    await server.stop();
  }
}, 180_000);
