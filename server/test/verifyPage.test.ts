import { expect, test } from 'vitest';
import { verifyPage } from '../src/http/verifyPage.ts';

test('a name is escaped', () => {
  const page = verifyPage(
    {
      genuine: true,
      number: 'GXXSD-2026-000001',
      station: `<b onclick="x">'&amp;</b>`,
      level: 3,
      status: 'passed',
      validUntil: null,
    },
    'en',
    '2026-01-01T00:00:00.000Z',
    { number: 'GXXSD-2026-000001', digest: 'x', bundle: false },
  );
  expect(page).not.toContain('<b ');
  expect(page).toContain('&#60;b onclick=&#34;x&#34;&#62;&#39;&#38;amp;&#60;/b&#62;');
});
