import fc from 'fast-check';
import type { User } from '../src/api/objects.ts';
import { DIVISIONS } from '../src/domain/accounts/divisions.ts';
import { PROFILES, type Profile } from '../src/domain/accounts/profiles.ts';
import { KIND_ROLES, type UserKind, type UserRole } from '../src/domain/accounts/roles.ts';
import { divisionFits } from '../src/domain/accounts/userAdministration.ts';
import {
  checkField,
  creditCheckCharacter,
  type FieldDef,
  type FieldDefs,
  isAbsent,
} from '../src/domain/assessment/fields.ts';
import {
  assessmentExportColumns,
  isFault,
  readTable,
  readUsers,
  type SheetFormat,
  type UserImport,
} from '../src/sheets/index.ts';

/** Everything here is invented; no such account, person or station exists. */
export const ADMIN = { role: 'admin', division: null } as const;

export const STATION = {
  account: 'example-01',
  division: '450102',
  name: '示例一级电站',
  address: '示例镇示例村',
  legalPerson: '示例甲',
  contact: '示例乙',
  phone: '13800000000',
  capacity: 1250,
};

/** The columns of an export with only the draft standard. */
export const EXPORT_COLUMNS = assessmentExportColumns(['1', '2', '3', '4', '5', '6', '7', '8']);

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  const bytes = new Uint8Array(all.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of all) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

export const utf8 = (text: string) => new TextEncoder().encode(text);

/** The rows of a readable file of accounts. */
export async function imported(
  kind: UserKind,
  bytes: Uint8Array<ArrayBuffer>,
  format: SheetFormat,
  importer: Parameters<typeof readUsers>[2] = ADMIN,
): Promise<Omit<UserImport, 'cells' | 'found'>[]> {
  const table = await readTable(bytes, format);
  const rows = isFault(table) ? table : readUsers(kind, table, importer);
  if (isFault(rows)) throw new Error(`the file is refused: ${JSON.stringify(rows)}`);
  return rows.map(({ rowNumber, account, input, reasons }) => ({ rowNumber, account, input, reasons }));
}

/** A CSV of stations with keys as headings: each row is the example with changes. */
export function stationCsv(...changes: Record<string, string | number>[]): Uint8Array<ArrayBuffer> {
  const keys = [...new Set([STATION, ...changes].flatMap((one) => Object.keys(one)))];
  const rows = changes.map(
    (change, index) => ({ ...STATION, account: `example-${index}`, ...change }) as Record<string, unknown>,
  );
  const quoted = (cell: unknown) => `"${String(cell ?? '').replaceAll('"', '""')}"`;
  const lines = [keys, ...rows.map((row) => keys.map((key) => row[key]))];
  return utf8(lines.map((cells) => cells.map(quoted).join(',')).join('\r\n'));
}

const nasty = fc.constantFrom(
  '=1+1',
  '+86',
  '-5',
  '@示例',
  "'=已保护",
  "''=两次",
  "'普通",
  '带"引号"',
  '逗号,分号;制表\t符',
  '_x0041_',
  '_x000D_',
  '<b>&amp;</b>',
  ']]>',
  '😀电站👩‍🔬',
  '123456789012345678901234567890',
  '0012',
  '1E+20',
  'TRUE',
  '2020-01-31',
);

function textOf(def: FieldDef): fc.Arbitrary<string> {
  return fc
    .oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 30 }))
    .map((text) => text.trim())
    .filter((text) => !isAbsent(text) && checkField(def, text) === null);
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const phones = fc.oneof(
  digits(9).map((rest) => `13${rest}`),
  digits(6).map((rest) => `0771-2${rest}`),
);
const creditCodes = fc
  .array(fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRTUWXY'), { minLength: 17, maxLength: 17 })
  .map((characters) => characters.join(''))
  .map((first) => first + creditCheckCharacter(first));

function valuesOf(def: FieldDef): fc.Arbitrary<unknown> {
  switch (def.kind) {
    case 'text':
      if (def.format === 'phone') return phones;
      if (def.format === 'email') return digits(6).map((name) => `example${name}@example.org`);
      return def.format === 'creditCode' ? creditCodes : textOf(def);
    case 'number': {
      const scale = 10 ** def.decimals;
      return fc
        .integer({ min: Math.ceil(def.min * scale), max: Math.min(def.max * scale, 2 ** 31 - 1) })
        .map((whole) => Number((whole / scale).toFixed(def.decimals)));
    }
    case 'date':
      return fc
        .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    case 'flag':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...def.values);
    case 'enums':
      return fc.subarray([...def.values], { minLength: 1 });
  }
}

function profiles(defs: FieldDefs): fc.Arbitrary<Profile> {
  const entries = Object.entries(defs).map(([key, def]) => [key, valuesOf(def)] as const);
  const required = Object.keys(defs).filter((key) => defs[key]?.required);
  return fc.record(Object.fromEntries(entries), {
    requiredKeys: required,
  }) as fc.Arbitrary<unknown> as fc.Arbitrary<Profile>;
}

const times = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

function users(role: UserRole): fc.Arbitrary<User> {
  const divisions = [null, ...DIVISIONS.map(({ code }) => code)].filter((code) => divisionFits(role, code));
  return fc.record({
    id: fc.uuid(),
    role: fc.constant(role),
    account: fc.stringMatching(/^[A-Za-z0-9_.-]{3,32}$/),
    division: fc.constantFrom(...divisions),
    profile: profiles(PROFILES[role]),
    isDeleted: fc.constant(false),
    mustChangePassword: fc.boolean(),
    createdAt: times,
    updatedAt: times,
    lastLoginAt: fc.option(times),
    version: fc.nat(),
  });
}

/** Accounts of a list as the server would store them, without duplicates. */
export function usersOf(kind: UserKind): fc.Arbitrary<User[]> {
  return fc.uniqueArray(fc.oneof(...KIND_ROLES[kind].map(users)), {
    selector: ({ account }) => account.toLowerCase(),
    minLength: 1,
    maxLength: 6,
  });
}
