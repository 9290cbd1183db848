import { expect, test } from 'vitest';
import { plaintextPgHost } from '../src/commands/flags/storageFlags.ts';

test.each([
  ['postgres://shp:secret@db.example:5432/shp', 'db.example'],
  ['postgresql://10.0.0.7/shp', '10.0.0.7'],
  ['postgres://shp@[2001:db8::1]/shp', '[2001:db8::1]'],
  ['postgres:///shp?host=db.example', 'db.example'],
  ['postgres://db.example/shp?sslmode=verify-full', null],
  ['postgres://db.example/shp?sslmode=disable', null],
  ['postgres://localhost/shp', null],
  ['postgres://127.0.0.1:5433/shp', null],
  ['postgres://[::1]/shp', null],
  ['postgres:///shp', null],
  ['postgres:///shp?host=/run/postgresql', null],
  ['postgres://%2Frun%2Fpostgresql/shp', null],
])('%s: %s', (url, host) => {
  expect(plaintextPgHost(url, {})).toBe(host);
  expect(plaintextPgHost(url, { PGSSLMODE: 'verify-full' })).toBeNull();
});
