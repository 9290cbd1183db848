import { digestChosen, matchNobody } from '@shp/server/auth/passwords';
import { expect, test } from 'vitest';

test('a login of an unknown account still compares passwords after the server was too busy once', async () => {
  const busy = Array.from({ length: 400 }, (_, at) => digestChosen(`password ${at}`).catch(() => 'refused'));
  await expect(matchNobody('wrong')).rejects.toMatchObject({ code: 'overloaded' });
  expect(await Promise.all(busy)).toContain('refused');
  expect(await matchNobody('wrong')).toBe(false);
});
