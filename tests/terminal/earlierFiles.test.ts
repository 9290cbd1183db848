import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csvRows, lines } from '../support/desk.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { station } from './stationFile.ts';

/** Files exactly as the commands of 2026-11-22 wrote them, before sessions were stored with `conf`. */
onDemoWithDesks();

const at = (name: string) => join(desk.folder, name);
const write = (name: string, text: string) => writeFileSync(at(name), text, { mode: 0o600 });

test('sessions and named servers go on, and stay when the file is written again', async () => {
  await desk.login('city450300');
  const folder = desk.env.SHP_CONFIG_DIR ?? '';
  const file = join(folder, 'config.json');
  const { token, account, expiresAt } = JSON.parse(readFileSync(file, 'utf8')).sessions[server.url];
  const earlier = `{
  "servers": {
    "test": "${server.url}",
    "office": "https://shp.example.org"
  },
  "sessions": {
    "${server.url}": {
      "token": "${token}",
      "account": "${account}",
      "expiresAt": "${expiresAt}"
    }
  },
  "current": "${server.url}"
}
`;
  await desk.shp(['server', 'add', 'other', 'https://other.example.org']);
  writeFileSync(file, earlier);
  // A process that was killed leaves its lock behind.
  writeFileSync(`${file}.lock`, '');

  const shp = (args: string[]) => desk.shp(args, { env: { SHP_SERVER: '' } });
  expect(lines((await shp(['server', 'list'])).out)).toEqual([
    { name: 'test', url: server.url, current: true, account },
    { name: 'office', url: 'https://shp.example.org', current: false, account: null },
  ]);
  expect(lines((await shp(['whoami', '--server', 'test', '--fields', 'account'])).out)).toEqual([{ account }]);
  expect((await shp(['whoami'])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(earlier);

  expect((await shp(['server', 'add', 'third', 'https://third.example.org'])).code).toBe(0);
  const { servers, ...rest } = JSON.parse(earlier);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    servers: { ...servers, third: 'https://third.example.org' },
    ...rest,
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('an import that was killed goes on by its journal and report', async () => {
  await desk.login('city450300');
  const { id } = JSON.parse((await desk.shp(['whoami', '--format', 'json'])).out);
  const rows = [1, 2, 3].map((number) => ({ ...station(number), account: `earlier-${number}` }));
  write('many.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const sha256 = createHash('sha256')
    .update(readFileSync(at('many.ndjson')))
    .digest('hex');
  const start = {
    journal: 1,
    kind: 'stations',
    sha256,
    server: server.url,
    account: id,
    rows: 3,
    report: at('many.ndjson.report.csv'),
    startedAt: '2026-11-22T11:25:34.242Z',
  };
  write(
    'many.ndjson.journal.ndjson',
    `${JSON.stringify(start)}
{"row":1,"key":"592cb112-b2a3-4c01-a023-1c6907c1e229"}
{"row":2,"key":"592cb112-b2a3-4c01-a023-1c6907c1e22a"}
{"row":3,"key":"592cb112-b2a3-4c01-a023-1c6907c1e22b"}
{"row":1,"done":"created"}
{"row":2,"do`,
  );
  write('many.ndjson.journal.ndjson.lock', '');
  write(
    'many.ndjson.report.csv',
    '\uFEFFrow,account,result,reason,password\r\n1,earlier-1,created,,gfny-6w8r-95j4-vscm\r\n2,earl',
  );
  const run = await desk.shp(['stations', 'import', 'many.ndjson']);
  expect([run.code, run.err]).toEqual([
    0,
    `created 3, updated 0, skipped 0, failed 0; report: ${at('many.ndjson.report.csv')}\n`,
  ]);
  const [head, ...reported] = csvRows(readFileSync(at('many.ndjson.report.csv'), 'utf8'));
  expect(head).toEqual(['row', 'account', 'result', 'reason', 'password']);
  expect(reported.map((row) => row.slice(0, 3))).toEqual(
    [1, 2, 3].map((number) => [String(number), `earlier-${number}`, 'created']),
  );
  expect(reported[0]?.[4]).toBe('gfny-6w8r-95j4-vscm');
  // Row 1 was created by the earlier run only.
  const { out } = await desk.shp(['stations', 'list', '--filter', 'earlier-', '--fields', 'account']);
  expect(
    lines(out)
      .map(({ account }) => account)
      .sort(),
  ).toEqual(['earlier-2', 'earlier-3']);
});

test('the manifest of an export still answers "what has changed since"', async () => {
  await desk.login('province');
  write(
    'all.ndjson.json',
    `{
  "file": "all.ndjson",
  "format": "ndjson",
  "filter": {},
  "rows": 86,
  "bytes": 41267,
  "sha256": "07b6181d6ca4714bb8b9b2c87c4a4335e2e7b3635b75d7ea66642cd693994051",
  "serverTime": "2026-01-01T00:00:00.000Z"
}
`,
  );
  const of = async (args: string[]) => {
    const run = await desk.shp(['assessments', 'export', '--format', 'ndjson', ...args]);
    expect(run.code).toBe(0);
    return lines<{ number: string }>(run.out).map(({ number }) => number);
  };
  const changed = await of(['--since', 'all.ndjson.json']);
  expect(changed).toEqual(await of(['--updated-since', '2026-01-01T00:00:00.000Z']));
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.length).toBeLessThan((await of([])).length);
});
