import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines, newDesk } from '../support/desk.ts';
import { desk, onDemoAsAdmin, server } from './demo.ts';

onDemoAsAdmin();

const json = async (args: string[], input?: string) => {
  const run = await desk.shp([...args, '--format', 'json'], input === undefined ? {} : { input });
  if (run.code !== 0) throw new Error(run.err);
  return JSON.parse(run.out);
};

/** The flags that create an account of each kind, and the resulting API values. */
const NEW: [kind: string, flags: string[], user: Record<string, unknown>][] = [
  [
    'managers',
    [
      '--role',
      'city_manager',
      '--division',
      '北海市',
      '--name',
      '示例单位',
      '--contact',
      '张三',
      '--phone',
      '0779-1234567',
      '--email',
      'a@example.org',
    ],
    {
      role: 'city_manager',
      division: '450500',
      profile: { name: '示例单位', contact: '张三', phone: '0779-1234567', email: 'a@example.org' },
    },
  ],
  [
    'experts',
    [
      '--name',
      '李四',
      '--unit',
      '示例单位',
      '--title',
      '高级工程师',
      '--specialties',
      'hydraulic,safety',
      '--phone',
      '13800000000',
    ],
    {
      role: 'expert',
      division: null,
      profile: {
        name: '李四',
        unit: '示例单位',
        title: '高级工程师',
        specialties: ['hydraulic', 'safety'],
        phone: '13800000000',
      },
    },
  ],
  [
    'stations',
    [
      '--division',
      '450302',
      '--name',
      '示例电站',
      '--address',
      '示例路',
      '--legal-person',
      '张三',
      '--contact',
      '李四',
      '--phone',
      '0773-1234567',
      '--capacity',
      '800.5',
      '--longitude',
      '-110.25',
      '--commissioned-on',
      '1998-04-25',
      '--development',
      'dam',
    ],
    {
      role: 'station',
      division: '450302',
      profile: {
        name: '示例电站',
        address: '示例路',
        legalPerson: '张三',
        contact: '李四',
        phone: '0773-1234567',
        capacity: 800.5,
        longitude: -110.25,
        commissionedOn: '1998-04-25',
        development: 'dam',
      },
    },
  ],
  [
    'supervisors',
    ['--name', '示例集团', '--contact', '张三', '--phone', '0771-1234567'],
    { role: 'supervisor', division: null, profile: { name: '示例集团', contact: '张三', phone: '0771-1234567' } },
  ],
];

describe.each(NEW)('%s', (kind, flags, user) => {
  test('can be added by flags, shown, changed, deleted, recovered and given new passwords', async () => {
    const account = `new-${kind}`;
    const { id, initialPassword } = await json([kind, 'add', '--account', account, ...flags]);
    expect(initialPassword).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
    expect(await json([kind, 'show', id])).toMatchObject({ id, account, ...user, mustChangePassword: true });

    const changed = await json(
      [kind, 'update', id, '--phone', '0771-7654321', '--contact', '王五'].filter(
        (_, index) => kind !== 'experts' || index < 5,
      ),
    );
    expect(changed.profile).toMatchObject({ phone: '0771-7654321' });
    const optional = { managers: 'email', experts: 'title', stations: 'development', supervisors: 'unit' }[kind] ?? '';
    await json([kind, 'update', id, `--${optional}`, kind === 'stations' ? 'mixed' : 'x@example.org']);
    expect((await json([kind, 'update', id, `--${optional}`, ''])).profile).not.toHaveProperty(optional);

    const again = await json([kind, 'reset-password', id]);
    expect(again.id).toBe(id);
    expect(again.initialPassword).not.toBe(initialPassword);

    expect(await desk.shp([kind, 'delete', id, '--yes'])).toEqual({ code: 0, out: '', err: '1 of 1 done\n' });
    const search = kind === 'stations' ? '--filter' : '--keyword';
    expect((await json([kind, 'list', search, account])).length).toBe(0);
    expect((await json([kind, 'list', search, account, '--deleted'])).map((one: { id: string }) => one.id)).toEqual([
      id,
    ]);
    expect((await desk.shp([kind, 'recover', id])).code).toBe(0);
    expect((await json([kind, 'list', search, account])).length).toBe(1);
    expect((await desk.shp([kind, 'delete', id, '--hard', '--yes'])).code).toBe(0);
    expect((await desk.shp([kind, 'show', id])).code).toBe(1);
  });
});

test('an id of another kind is accepted only by the commands of its own kind', async () => {
  const [expert] = lines<{ id: string; profile: object }>((await desk.shp(['experts', 'list', '--size', '1'])).out);
  const id = expert?.id ?? '';
  const refused = async (...args: string[]) => {
    const { code, err } = await desk.shp(args);
    expect([code, err]).toEqual([
      1,
      `shp: ${args[0]} ${args[1]}: ${id}: this account is of another kind: use shp experts\n`,
    ]);
  };
  await refused('stations', 'show', id);
  await refused('stations', 'delete', id, '--yes');
  await refused('managers', 'recover', id);
  await refused('stations', 'reset-password', id);
  await refused('supervisors', 'update', id, '--phone', '13811111111');
  expect(await json(['experts', 'show', id])).toMatchObject({ isDeleted: false, mustChangePassword: false });
});

describe('--input', () => {
  const station = {
    account: 'from-file',
    division: '桂林市/秀峰区',
    name: '文件示例电站',
    address: '示例路',
    legalPerson: '张三',
    contact: '李四',
    phone: '0773-1234567',
    capacity: 10,
  };

  test('takes flat keys or the API object, from a file or standard input; flags override', async () => {
    writeFileSync(join(desk.folder, 'station.json'), `\uFEFF${JSON.stringify(station)}`);
    const { id } = await json(['stations', 'add', '--input', 'station.json', '--capacity', '20']);
    expect(await json(['stations', 'show', id])).toMatchObject({ division: '450302', profile: { capacity: 20 } });
    const nested = { division: '450303', profile: { name: '改名', owner: '示例公司' } };
    const changed = await json(['stations', 'update', id, '--input', '-'], JSON.stringify(nested));
    expect(changed).toMatchObject({ division: '450303', profile: { name: '改名', owner: '示例公司', capacity: 20 } });
  });

  test('that is no object, or has refused fields, is reported', async () => {
    const refused = await desk.shp(['stations', 'add', '--input', '-'], { input: '[1]' });
    expect([refused.code, refused.err]).toEqual([
      2,
      'shp: stations add: - is not a JSON object: Should be an object\n',
    ]);
    const wrong = await desk.shp(['stations', 'add', '--input', '-'], {
      input: JSON.stringify({ ...station, account: 'wrong1', phone: '12', colour: 'red' }),
    });
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/^shp: stations add: The input is not valid; .*--phone: Not a phone number/);
    expect(wrong.err).toMatch(/colour: Unknown key/);
    const taken = await desk.shp(['stations', 'add', '--input', '-', '--account', 'STATION0001', '--format', 'json'], {
      input: JSON.stringify(station),
    });
    expect(JSON.parse(taken.err).error).toMatchObject({
      code: 'conflict',
      fields: { account: 'The account STATION0001 is taken' },
    });
  });
});

describe('several accounts', () => {
  const three = async (prefix: string) => {
    const made: string[] = [];
    for (const number of [1, 2, 3]) {
      const { id } = await json([
        'supervisors',
        'add',
        '--account',
        `${prefix}-${number}`,
        '--name',
        '示例',
        '--contact',
        '张三',
        '--phone',
        '0771-1234567',
      ]);
      made.push(id);
    }
    return made as [string, string, string];
  };

  test('with "-" are read from standard input; exit 0 for all, 6 for some, 1 for none', async () => {
    const [one, two, three_] = await three('many');
    const some = await desk.shp(['supervisors', 'delete', '-', '--yes'], { input: `${one}\nnobody\n${two}\n` });
    expect(some.code).toBe(6);
    expect(some.err).toBe('shp: supervisors delete: Not found: nobody\nshp: supervisors delete: 2 of 3 done\n');
    const none = await desk.shp(['supervisors', 'recover', 'nobody', 'noone']);
    expect([none.code, none.err.split('\n').length]).toEqual([1, 4]);
    const all = await desk.shp(['supervisors', 'recover', one, two, one]);
    expect([all.code, all.err]).toEqual([0, '2 of 2 done\n']);
    expect((await desk.shp(['supervisors', 'show', three_])).code).toBe(0);
  });

  test('new passwords are printed for each, also when one fails', async () => {
    const ids = await three('reset');
    const run = await desk.shp(['supervisors', 'reset-password', ids[0], 'nobody', ids[1], '--yes']);
    expect(run.code).toBe(6);
    const rows = lines<{ id: string; initialPassword: string }>(run.out);
    expect(rows.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    const other = await newDesk(server.url);
    const login = await other.shp(['login', '--account', 'reset-2', '--password-stdin', '--new-password-stdin'], {
      input: `${rows[1]?.initialPassword}\nchosen-2026\n`,
    });
    expect(login.code).toBe(0);
    await other.clear();
    const table = await desk.shp(['supervisors', 'reset-password', ids[0], ids[2], '--yes', '--format', 'json']);
    expect(JSON.parse(table.out)).toHaveLength(2);
  });

  test('a missing permission stops at the first one', async () => {
    const ids = await three('right');
    const other = await newDesk(server.url);
    await other.login('expert01');
    const run = await other.shp(['supervisors', 'delete', ...ids, '--yes']);
    expect([run.code, run.err]).toEqual([4, '0 of 3 done\nshp: supervisors delete: request denied\n']);
    await other.clear();
  });
});

describe('naming an account', () => {
  const add = async (account: string, name: string) =>
    (
      await json([
        'supervisors',
        'add',
        '--account',
        account,
        '--name',
        name,
        '--contact',
        '张三',
        '--phone',
        '0771-1234567',
      ])
    ).id as string;
  const show = async (word: string) => (await json(['supervisors', 'show', word])).account;

  test('by account in any case, id, or unique name, in every command', async () => {
    const id = await add('named.one', '唯一集团');
    expect(await Promise.all(['named.one', 'NAMED.One', id, '唯一集团'].map(show))).toEqual(Array(4).fill('named.one'));
    expect((await json(['supervisors', 'update', '唯一集团', '--contact', '王五'])).profile.contact).toBe('王五');
    expect((await json(['supervisors', 'reset-password', 'named.one'])).id).toBe(id);
    expect(await json(['supervisors', 'delete', 'named.one', '--yes'])).toEqual([{ id, account: 'named.one' }]);
    expect(await show('named.one')).toBe('named.one');
    expect(await json(['supervisors', 'recover', '唯一集团'])).toEqual([{ id, account: 'named.one' }]);
    const piped = await desk.shp(['supervisors', 'delete', '-', '--yes'], { input: 'named.one\n' });
    expect(piped).toEqual({ code: 0, out: '', err: '1 of 1 done\n' });
    expect((await desk.shp(['supervisors', 'delete', 'named.one', '--hard', '--yes'])).code).toBe(0);
    expect((await desk.shp(['supervisors', 'show', 'named.one'])).code).toBe(1);
  });

  test('an ambiguous name is refused with both accounts; an account name wins over a name', async () => {
    await add('double.one', '同名集团');
    await add('double.two', '同名集团');
    await add('double.three', 'double.one');
    const refused = await desk.shp(['supervisors', 'delete', '同名集团', '--yes']);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/: 同名集团 matches 2: double\.(one|two), double\.(one|two); use one of these\n$/);
    expect(await show('double.one')).toBe('double.one');
    expect(await json(['supervisors', 'list', '--search', 'double'])).toHaveLength(3);
  });

  test('an error names the search text and the closest match', async () => {
    await add('nearest.one', '相近集团');
    for (const [verb, ...flags] of [
      ['show'],
      ['delete', '--yes'],
      ['recover'],
      ['reset-password'],
      ['update', '--phone', '0771-1234567'],
    ]) {
      const run = await desk.shp(['supervisors', verb ?? '', 'nearest.onee', ...flags]);
      expect([run.code, run.out, run.err]).toEqual([
        1,
        '',
        `shp: supervisors ${verb}: Not found: nearest.onee; nearest: nearest.one 相近集团\n`,
      ]);
    }
    const told = await desk.shp(['supervisors', 'delete', 'no-such-id', '--yes', '--format', 'json']);
    expect(JSON.parse(told.err)).toEqual({ error: { code: 'not_found', message: 'Not found: no-such-id' } });
  });

  test('an error of any other command names what was sought too', async () => {
    for (const words of ['sessions revoke', 'token revoke', 'findings show', 'standard show', 'documents download']) {
      const run = await desk.shp([...words.split(' '), 'nothing']);
      expect([run.code, run.err]).toEqual([1, `shp: ${words}: Not found: nothing\n`]);
    }
    const run = await desk.shp(['findings', 'step', 'nothing', 'planned', '-m', 'x', '--due', '2099-12-31']);
    expect([run.code, run.err]).toEqual([1, 'shp: findings step: Not found: nothing\n']);
  });

  test('tables hide the id; programs get it', async () => {
    for (const kind of ['managers', 'experts', 'stations', 'supervisors']) {
      const list = async (format: string) => (await desk.shp([kind, 'list', '--size', '1', '--format', format])).out;
      expect(await list('table')).toMatch(/^Account /);
      expect(await list('tsv')).toMatch(/^account\t/);
      expect(lines(await list('ndjson'))[0]).toHaveProperty('id');
    }
    expect((await desk.shp(['stations', 'show', 'station0001', '--format', 'table'])).out).toMatch(/^Account /);
  });

  test('--search works in every list; the older flags still work but are not documented', async () => {
    const count = async (...args: string[]) => (await json([...args, '--all'])).length;
    expect(await count('stations', 'list', '--search', 'station000')).toBe(9);
    expect(await count('stations', 'list', '--filter', 'station000')).toBe(9);
    expect(await count('experts', 'list', '--search', 'expert0')).toBe(
      await count('experts', 'list', '--keyword', 'expert0'),
    );
    expect(await count('assessments', 'list', '--search', '示例')).toBe(
      await count('assessments', 'list', '--station', '示例'),
    );
    const both = await desk.shp(['stations', 'list', '--search', 'a', '--filter', 'b']);
    expect([both.code, both.err]).toEqual([2, 'shp: stations list: --search and --filter cannot be combined\n']);
    for (const command of ['stations list', 'experts export', 'assessments list', 'supervise stations']) {
      const { out } = await desk.shp(['help', ...command.split(' ')]);
      expect(out).toContain('--search TEXT');
      expect(out).not.toMatch(/--(?:filter|keyword|station) /);
    }
  });
});
