import { compareWithDecoy, digestChosen } from '@shp/server/auth/passwords';
import { expect, test } from 'vitest';

test('a login of an unknown account still compares passwords after the server was too busy once', async () => {
  const busy = Array.from({ length: 400 }, (_, at) => digestChosen(`password ${at}`).catch(() => 'refused'));
  await expect(compareWithDecoy('wrong')).rejects.toMatchObject({ code: 'overloaded' });
  expect(await Promise.all(busy)).toContain('refused');
  expect(await compareWithDecoy('wrong')).toBe(false);
});
