import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { users as calls } from '../src/api/users/users.ts';
import { hashPassword, passwordProblem } from '../src/domain/accounts/passwords.ts';
import { USER_KINDS, type UserKind } from '../src/domain/accounts/roles.ts';
import { creditCheckCharacter } from '../src/domain/assessment/fields.ts';
import { IMPORT_COLUMNS, reasonLines } from '../src/sheets/index.ts';
import { common } from '../src/text/en/common.ts';
import { ADMIN, imported, STATION, stationCsv, usersOf, utf8 } from './sheetExamples.ts';

const CREDIT_CODE = `91450000MA5KEXAM0${creditCheckCharacter('91450000MA5KEXAM0')}`;
const ndjson = (...rows: unknown[]) =>
  utf8(rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'));

describe('an invalid cell of a station', () => {
  test.each<[string, Record<string, string | number>, string, object]>([
    ['no account', { account: '' }, 'account', { code: 'required' }],
    ['an account too short', { account: 'ab' }, 'account', { code: 'account' }],
    ['an account with a space', { account: 'li si' }, 'account', { code: 'account' }],
    ['no division', { division: '' }, 'division', { code: 'required' }],
    ['an unknown division', { division: '示例市/示例县' }, 'division', { code: 'unknownDivision' }],
    ['a province', { division: '450000' }, 'division', { code: 'divisionFit' }],
    ['no name', { name: '  ' }, 'name', { code: 'required' }],
    ['a name too long', { name: '长'.repeat(101) }, 'name', { code: 'tooLong', max: 100 }],
    ['a name of two lines', { name: '示例\n电站' }, 'name', { code: 'characters' }],
    ['a phone without area code', { phone: '5551234' }, 'phone', { code: 'phone' }],
    [
      'a credit code with a wrong check character',
      { creditCode: '91450000MA5KAAAA00' },
      'creditCode',
      { code: 'creditCode' },
    ],
    ['a capacity in words', { capacity: '一千' }, 'capacity', { code: 'type', expected: 'number' }],
    ['a capacity with its unit', { capacity: '1250kW' }, 'capacity', { code: 'type', expected: 'number' }],
    ['a negative capacity', { capacity: -1 }, 'capacity', { code: 'tooSmall', min: 0 }],
    ['three decimals', { capacity: '1.234' }, 'capacity', { code: 'decimals', max: 2 }],
    ['half a unit', { units: '1.5' }, 'units', { code: 'type', expected: 'integer' }],
    ['a latitude beyond the pole', { latitude: '90.1' }, 'latitude', { code: 'tooLarge', max: 90 }],
    ['a day that does not exist', { commissionedOn: '2021-02-29' }, 'commissionedOn', { code: 'date' }],
    ['a year alone', { commissionedOn: '2005' }, 'commissionedOn', { code: 'date' }],
    [
      'an unknown development',
      { development: '潮汐' },
      'development',
      { code: 'oneOf', values: ['dam', 'diversion', 'mixed'] },
    ],
    ['a password too short', { password: '12345' }, 'password', { code: 'tooShort', min: 6 }],
    ['a password too long', { password: '1'.repeat(21) }, 'password', { code: 'tooLong', max: 20 }],
    ['a password with a space', { password: ' 1234567' }, 'password', { code: 'characters' }],
    [
      'the account as a password',
      { account: 'Station-7', password: 'station-7' },
      'password',
      { code: 'sameAsAccount' },
    ],
  ])('%s is reported with its row, and other rows are valid', async (_, change, key, reason) => {
    const rows = await imported('stations', stationCsv({}, change, {}), 'csv');
    expect(rows.map(({ rowNumber, reasons }) => ({ rowNumber, reasons }))).toEqual([
      { rowNumber: 2, reasons: {} },
      { rowNumber: 3, reasons: { [key]: reason } },
      { rowNumber: 4, reasons: {} },
    ]);
  });

  test('every invalid cell of a row is reported', async () => {
    const [row] = await imported('stations', stationCsv({ phone: '1', capacity: 'x', name: '' }), 'csv');
    expect(Object.keys(row?.reasons ?? {}).toSorted()).toEqual(['capacity', 'name', 'phone']);
  });

  test('a duplicate account is reported with the row of the first, in any case', async () => {
    const rows = await imported('stations', stationCsv({ account: 'Example-7' }, {}, { account: 'example-7' }), 'csv');
    expect(rows.map(({ reasons }) => reasons)).toEqual([{}, {}, { account: { code: 'repeated', row: 2 } }]);
  });

  test('cells beyond the headings are reported, as from an unquoted comma', async () => {
    const csv =
      '账号,行政区划,名称,地址,法定代表人,联系人,联系电话,装机容量\nexample-1,450102,示例,示例镇,示例村,甲,乙,13800000000,5\n';
    const [row] = await imported('stations', utf8(csv), 'csv');
    expect(row?.reasons.row).toEqual({ code: 'unheaded', column: 'I' });
  });
});

describe('spelling variants', () => {
  test.each<[string, string, string | number, unknown]>([
    ['a mobile in full width', 'phone', '１３８００００００００', '13800000000'],
    ['a mobile with spaces and an invisible mark', 'phone', '\u202d138 0000 0000', '13800000000'],
    ['a credit code in small letters', 'creditCode', CREDIT_CODE.toLowerCase(), CREDIT_CODE],
    ['spaces of any width around a name', 'name', '\u3000示例电站\u00a0', '示例电站'],
    ['a number in full width', 'capacity', '１２５０．５', 1250.5],
    ['thousands with commas', 'capacity', '1,250.50', 1250.5],
    ['a negative longitude', 'longitude', -108.25, -108.25],
    ['a guarded negative longitude', 'longitude', "'-108.25", -108.25],
    ['a day with slashes', 'commissionedOn', '2020/1/31', '2020-01-31'],
    ['a Chinese day', 'commissionedOn', '2020年1月31日', '2020-01-31'],
    ['a day with dots', 'commissionedOn', '2020.1.31', '2020-01-31'],
    ['a day with a time', 'commissionedOn', '2020/1/31 0:00:00', '2020-01-31'],
    ['a day in eight digits', 'commissionedOn', '20200131', '2020-01-31'],
    ['a Chinese name of a key', 'development', '引水式', 'diversion'],
    ['an English name of a key', 'development', 'diversion', 'diversion'],
    ['a key in capitals', 'development', 'MIXED', 'mixed'],
    ['a guarded text', 'owner', "'=示例公司", '=示例公司'],
    ['a text that begins with a quote', 'owner', "'示例公司", "'示例公司"],
  ])('%s', async (_, key, cell, value) => {
    const [row] = await imported('stations', stationCsv({ [key]: cell }), 'csv');
    expect(row?.input.profile[key]).toEqual(value);
  });

  test.each([
    ['450102', '450102'],
    ['南宁市/兴宁区', '450102'],
    [' 南宁市 ／ 兴宁区 ', '450102'],
    ['广西壮族自治区/南宁市/兴宁区', '450102'],
    ['南宁市', '450100'],
  ])('division %s', async (cell, code) => {
    const [row] = await imported('stations', stationCsv({ division: cell }), 'csv');
    expect(row).toMatchObject({ input: { division: code }, reasons: {} });
  });

  test.each(['水工、电气', '水工,电气', '水工；电气；', 'hydraulic;Electrical', '水工，电气，水工', '水工\n电气'])(
    'the list %j',
    async (cell) => {
      const csv = `账号,姓名,工作单位,专业,联系电话\nexample-1,示例,示例单位,"${cell}",13800000000\n`;
      const [row] = await imported('experts', utf8(csv), 'csv');
      expect(row?.input.profile.specialties).toEqual(['hydraulic', 'electrical']);
    },
  );

  test.each(['姓名', '名称', '姓名 / Name', '名称 / Name', 'Name'])(
    'the name of an expert under %s',
    async (heading) => {
      const csv = `账号,${heading},工作单位,专业,联系电话\nexample-1,示例,示例单位,水工,13800000000\n`;
      const [row] = await imported('experts', utf8(csv), 'csv');
      expect(row).toMatchObject({ input: { profile: { name: '示例' } }, reasons: {} });
    },
  );

  test('blank rows are counted but create no accounts', async () => {
    const [heading, first, second] = new TextDecoder().decode(stationCsv({}, {})).split('\r\n');
    const rows = await imported('stations', utf8(['', heading, '', first, ',,,', second, ''].join('\r\n')), 'csv');
    expect(rows.map(({ rowNumber }) => rowNumber)).toEqual([4, 6]);
  });

  test('columns of exports only are ignored', async () => {
    const csv = new TextDecoder().decode(stationCsv({ createdAt: '2026-01-01 08:00:00', lastLoginAt: '' }));
    const [row] = await imported('stations', utf8(csv), 'csv');
    expect(row?.reasons).toEqual({});
    expect(row?.input.profile).not.toHaveProperty('createdAt');
  });
});

describe('managers', () => {
  const row = (change: object) => ({
    account: 'example-1',
    role: 'county_manager',
    division: '450102',
    name: '示例',
    contact: '甲',
    phone: '13800000000',
    ...change,
  });
  test.each<[string, object, object]>([
    ['a role in Chinese', { role: '县级单位' }, {}],
    ['no role', { role: '' }, { role: { code: 'required' } }],
    [
      'the role of another list',
      { role: 'station' },
      { role: { code: 'oneOf', values: expect.arrayContaining(['city_manager']) } },
    ],
    ['a county manager of a city', { division: '450100' }, { division: { code: 'divisionFit' } }],
    ['a county manager of nothing', { division: '' }, { division: { code: 'required' } }],
    ['an administrator with a division', { role: 'admin' }, { division: { code: 'divisionFit' } }],
    ['an administrator without contact and phone', { role: 'admin', division: '', contact: '', phone: '' }, {}],
    [
      'an administrator with an address, which the role has not',
      { role: 'admin', division: '', address: '示例路' },
      { address: { code: 'unknownKey' } },
    ],
    ['a unit without contact', { contact: '' }, { contact: { code: 'required' } }],
  ])('%s', async (_, change, reasons) => {
    const [read] = await imported('managers', ndjson(row(change)), 'ndjson');
    expect(read?.reasons).toEqual(reasons);
  });
});

describe('imports out of scope:', () => {
  const city = { role: 'city_manager', division: '450100' } as const;
  const expert = {
    account: 'example-1',
    name: '示例',
    unit: '示例单位',
    specialties: ['safety'],
    phone: '13800000000',
  };
  test.each<[string, UserKind, Parameters<typeof imported>[3], object, object]>([
    ['a city its own county', 'stations', city, STATION, {}],
    [
      'a city another city',
      'stations',
      city,
      { ...STATION, division: '450302' },
      { division: { code: 'divisionScope' } },
    ],
    [
      'a county its neighbour',
      'stations',
      { role: 'county_manager', division: '450103' },
      STATION,
      { division: { code: 'divisionScope' } },
    ],
    ['a city an expert without division, who gets the city', 'experts', city, expert, {}],
    [
      'a city an expert of the province',
      'experts',
      city,
      { ...expert, division: '450000' },
      { division: { code: 'divisionScope' } },
    ],
    [
      'the province an expert without division',
      'experts',
      { role: 'province_manager', division: '450000' },
      expert,
      {},
    ],
    [
      'the province a province',
      'managers',
      { role: 'province_manager', division: '450000' },
      {
        account: 'example-1',
        role: 'province_manager',
        division: '450000',
        name: '示例',
        contact: '甲',
        phone: '13800000000',
      },
      { role: { code: 'roleNotAllowed' } },
    ],
    [
      'a county experts',
      'experts',
      { role: 'county_manager', division: '450102' },
      { ...expert, division: '450102' },
      { row: { code: 'roleNotAllowed' } },
    ],
  ])('%s', async (_, kind, importer, row, reasons) => {
    const [read] = await imported(kind, ndjson(row), 'ndjson', importer);
    expect(read?.reasons).toEqual(reasons);
  });
});

describe('ndjson', () => {
  test('counts lines, and a line that is no object is one invalid row', async () => {
    const rows = await imported(
      'stations',
      ndjson(STATION, '', '{"account":', '[1]', { ...STATION, account: 'example-2' }),
      'ndjson',
    );
    expect(rows.map(({ rowNumber, reasons }) => [rowNumber, reasons.row])).toEqual([
      [1, undefined],
      [3, { code: 'notJson' }],
      [4, { code: 'notJson' }],
      [5, undefined],
    ]);
  });

  test('reports unknown keys and wrong types', async () => {
    const [row] = await imported(
      'stations',
      ndjson({ ...STATION, remark: 'x', river: { a: 1 }, units: true }),
      'ndjson',
    );
    expect(row?.reasons).toEqual({
      remark: { code: 'unknownKey' },
      river: { code: 'type', expected: 'text' },
      units: { code: 'type', expected: 'number' },
    });
  });

  test('nulls are blank, and leading signs are kept', async () => {
    const [row] = await imported('stations', ndjson({ ...STATION, river: null, owner: "'=x" }), 'ndjson');
    expect(row).toMatchObject({ reasons: {}, input: { profile: { owner: "'=x" } } });
    expect(row?.input.profile).not.toHaveProperty('river');
  });
});

test('reasons name headings or keys', async () => {
  const [row] = await imported('stations', stationCsv({ phone: '1', development: 'x' }), 'csv');
  expect(reasonLines(row?.reasons ?? {}, IMPORT_COLUMNS.stations, 'zh')).toEqual([
    '联系电话：不是有效的电话号码；请填写手机号，或带区号的固定电话，如 0771-1234567',
    '开发方式：应为以下之一：坝式, 引水式, 混合式',
  ]);
  expect(reasonLines({ row: { code: 'notJson' } }, [], 'en')).toEqual(['Row: Not a JSON object']);
});

test('passwords are validated as in the password forms', async () => {
  const typed = fc.string({ unit: fc.constantFrom(..."a1=@'密😀 \t"), minLength: 1, maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(
      typed.filter((password) => password.trim() !== ''),
      async (password) => {
        const [row] = await imported('stations', ndjson({ ...STATION, password }), 'ndjson');
        expect(row?.reasons.password === undefined).toBe(passwordProblem(password, common.password) === null);
        expect(row?.input.password).toBe(row?.reasons.password ? undefined : password);
      },
    ),
  );
});

describe.each(USER_KINDS)('server and sheet of %s', (kind) => {
  const add = calls[`POST user/add_${kind.slice(0, -1) as 'manager'}`].input;
  const junk = fc.oneof(
    fc.constantFrom<unknown>(
      '',
      ' ',
      null,
      0,
      -1,
      1.005,
      1e15,
      true,
      [],
      ['safety', 'safety'],
      {},
      '=1',
      '2021-02-29',
      'x'.repeat(201),
      '450000',
      '450100',
      'a\u0007b',
    ),
    fc.string({ unit: 'binary', maxLength: 25 }),
    fc.double(),
  );

  test('agree on every row', async () => {
    const seen = { right: 0, wrong: 0 };
    await fc.assert(
      fc.asyncProperty(
        usersOf(kind),
        fc.constantFrom(...IMPORT_COLUMNS[kind].map(({ key }) => key)),
        junk,
        async ([user], key, cell) => {
          if (!user) return;
          const { profile, account, role, division } = user;
          const flat = {
            account,
            ...(kind === 'managers' ? { role } : {}),
            ...(division === null ? {} : { division }),
            ...profile,
            [key]: cell,
          };
          const [row] = await imported(kind, ndjson(flat), 'ndjson', ADMIN);
          const { password, ...input } = row?.input ?? { password: undefined };
          const sent = password === undefined ? input : { ...input, password: hashPassword(password) };
          const reasons = Object.keys(row?.reasons ?? {});
          if (reasons.length === 0) {
            seen.right += 1;
            expect(add.safeParse(sent).error).toBeUndefined();
          } else if (!['account', 'role', 'division', 'password'].includes(key)) {
            seen.wrong += 1;
            const raw = { ...input, profile: { ...profile, [key]: JSON.parse(JSON.stringify(cell)) } };
            expect(reasons).toEqual([key]);
            expect(add.safeParse(raw).success).toBe(false);
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(seen.right).toBeGreaterThan(20);
    expect(seen.wrong).toBeGreaterThan(20);
  });
});
