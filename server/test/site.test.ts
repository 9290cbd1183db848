import { expect, test } from 'vitest';
import { siteOf } from '../src/auth/factors/site.ts';

test.each([
  ['https://shp.example/', 'http://10.0.0.1:80', { rpId: 'shp.example', origin: 'https://shp.example' }],
  ['https://shp.example:8443', null, { rpId: 'shp.example', origin: 'https://shp.example:8443' }],
  ['http://shp.example', null, null],
  ['https://10.0.0.1', null, null],
  ['https://[::1]', null, null],
  [null, 'http://127.0.0.1:4000', { rpId: 'localhost', origin: 'http://localhost:4000' }],
  [null, 'http://[::1]:4000', { rpId: 'localhost', origin: 'http://localhost:4000' }],
  [null, 'http://0.0.0.0:4000', null],
  [null, null, null],
])('passkeys with the public URL %s at %s', (publicUrl, listening, site) => {
  expect(siteOf(publicUrl, listening)).toEqual(site);
});
