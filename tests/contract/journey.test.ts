import { expect, test } from 'vitest';
import { type Person, signInAgain } from '../support/accounts.ts';
import { addApp, codeOf } from '../support/factors.ts';
import { journey } from '../support/journey.ts';
import { startServer } from '../support/server.ts';

test('managing accounts with second factors: one review passes and is revoked; another is returned, reopened and fails', async () => {
  const server = await startServer({ SHP_ADMIN_PASSWORD: 'admin-2026' });
  try {
    const withFactor = async (person: Person) => {
      const { secret } = await addApp(person);
      const again = await signInAgain(person, codeOf(secret, 1));
      if (again.account === 'admin') await again.api.call('POST system/update_settings', { secondFactor: 'managing' });
      return again;
    };
    expect(await journey(server.url, 'admin-2026', () => {}, withFactor)).toEqual({
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
