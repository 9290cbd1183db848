import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { digestInitial, newInitialPassword } from '@shp/server/auth/passwords';
import { demoAccountsOf, fillDemo } from '@shp/server/demo/index';
import { STANDARD } from '@shp/server/demo/scores';
import { digestOf } from '@shp/server/files/blobs/digest';
import { nextNumber } from '@shp/server/store/repositories/assessments';
import { listDocuments } from '@shp/server/store/repositories/documents';
import { passwordProblem } from '@shp/shared/domain/accounts/passwords';
import type { Profile } from '@shp/shared/domain/accounts/profiles';
import { USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { FILE_RULES, fileNeeded } from '@shp/shared/domain/assessment/files';
import type { Form } from '@shp/shared/domain/assessment/form';
import { STATUSES } from '@shp/shared/domain/assessment/statuses';
import { dayOf } from '@shp/shared/domain/lib/days';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import { allItems } from '@shp/shared/domain/standard/standard';
import { common } from '@shp/shared/text/en/common';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEMO_DAY } from '../../tests/support/demoDay.ts';
import { dump, foldersOf, openDemo, openTestDatabase, type TestDatabase } from './demoDatabase.ts';

const REFERENCE = `${DEMO_DAY}T00:00:00.000Z`;

describe('the small demo', () => {
  let demo: TestDatabase;
  beforeAll(async () => {
    demo = await openDemo();
  });
  afterAll(() => demo.close());

  const assessments = () => demo.read.selectFrom('assessments').selectAll().execute();
  const users = () => demo.read.selectFrom('users').selectAll().execute();

  test('has assessments in every status and of both open levels', async () => {
    const rows = await assessments();
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(STATUSES));
    expect(new Set(rows.map(({ level }) => level))).toEqual(new Set(DEFAULT_SETTINGS.openLevels));
    expect(rows).toHaveLength(90);
    expect((await users()).filter(({ role }) => role === 'station')).toHaveLength(60);
  });

  test('has valid ratings, ratings about to end, and expired ones', async () => {
    const today = dayOf(REFERENCE);
    const soon = dayOf(new Date(Date.parse(REFERENCE) + DEFAULT_SETTINGS.remindDays * 86_400_000));
    const ends = (await assessments()).flatMap((row) => (row.status === 'passed' && row.valid_until) || []);
    expect(ends.filter((end) => end < today).length).toBeGreaterThan(0);
    expect(ends.filter((end) => end >= today && end < soon).length).toBeGreaterThan(0);
    expect(ends.filter((end) => end >= soon).length).toBeGreaterThan(0);
  });

  test('has read and unread notices for each printed account that is told of anything', async () => {
    for (const role of ['county_manager', 'city_manager', 'province_manager', 'expert', 'station', 'supervisor']) {
      const notices = await demo.read
        .selectFrom('notices')
        .select(['at', 'read_at'])
        .where('user_id', '=', `demo-${role}`)
        .orderBy('seq')
        .execute();
      const unread = notices.findIndex(({ read_at }) => read_at === null);
      expect(unread, role).toBeGreaterThan(0);
      expect(notices.slice(unread).every(({ read_at }) => read_at === null)).toBe(true);
      expect(notices.every(({ at, read_at }) => at <= REFERENCE && (read_at ?? at) >= at)).toBe(true);
    }
    const kinds = await demo.read.selectFrom('notices').select('kind').distinct().execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['assigned', 'returned', 'findingDue']));
  });

  test('ends on its day on whichever day it is filled', async () => {
    const last =
      (await assessments())
        .map((row) => row.updated_at)
        .sort()
        .at(-1) ?? '';
    expect(last <= REFERENCE && last >= '2026-10-20').toBe(true);
  });

  test('has the required files of every submitted application, and evidence for a third of the items', async () => {
    const items = allItems(STANDARD).length;
    const { blobs } = foldersOf(demo);
    const pictures = new Set<string>();
    for (const row of await assessments()) {
      const files = await demo.read.selectFrom('files').selectAll().where('assessment_id', '=', row.id).execute();
      if (row.first_submitted_at === null) {
        expect(files).toEqual([]);
        continue;
      }
      const { form } = await demo.read
        .selectFrom('forms')
        .select('form')
        .where('assessment_id', '=', row.id)
        .executeTakeFirstOrThrow();
      const { reservoirCapacity } = (JSON.parse(form) as Form).plant;
      const categories = new Set(files.map(({ category }) => category));
      for (const { id, required } of FILE_RULES)
        if (fileNeeded(required, reservoirCapacity))
          expect([row.number, id, categories.has(id)]).toEqual([row.number, id, true]);
      const proven = new Set(files.flatMap(({ serial }) => serial ?? []));
      expect(proven.size).toBeGreaterThanOrEqual(Math.floor(items / 3));
      expect(new Set(files.map(({ extension }) => extension))).toEqual(new Set(['pdf', 'png']));
      for (const file of files.filter((_, index) => index % 10 === 0)) {
        const bytes = await buffer(await blobs.open(file.id));
        expect(await digestOf(Readable.from([bytes]))).toEqual({
          size: file.size,
          sha256: file.sha256,
          crc32: file.crc32,
        });
        if (file.extension !== 'png' || pictures.has(file.sha256)) continue;
        pictures.add(file.sha256);
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 144, height: 96 });
      }
    }
    expect(pictures.size).toBeGreaterThan(5);
  });

  test('has documents for all roles and for single roles', async () => {
    const counts = await Promise.all(USER_ROLES.map((role) => listDocuments(demo.read, role, { page: 1, size: 10 })));
    expect(Object.fromEntries(USER_ROLES.map((role, index) => [role, counts[index]?.total]))).toEqual({
      admin: 6,
      ministry_manager: 3,
      province_manager: 6,
      city_manager: 4,
      county_manager: 4,
      expert: 3,
      station: 3,
      supervisor: 3,
    });
  });

  test('has event histories with every kind of step', async () => {
    const steps = await demo.read.selectFrom('events').select(['from_status', 'status', 'by_role']).execute();
    const kinds = new Set(steps.map((step) => `${step.from_status} ${step.status} ${step.by_role ?? 'system'}`));
    for (const kind of [
      'returned submitted station',
      'submitted draft station',
      'submitted returned station',
      'submitted returned county_manager',
      'first_passed returned city_manager',
      'reviewed returned province_manager',
      'reviewing reviewed system',
      'reviewing reviewed city_manager',
      'reviewed reviewing city_manager',
      'submitted withdrawn station',
      'returned withdrawn station',
      'passed revoked province_manager',
    ])
      expect(kinds).toContain(kind);
  });

  test('marks every name as an example', async () => {
    const texts = (await users()).flatMap((row) => {
      const { name, contact, legalPerson, unit, owner, river } = JSON.parse(row.profile) as Profile;
      return [name, contact, legalPerson, unit, owner, river].filter((text) => text !== undefined);
    });
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter((text) => !String(text).endsWith('（示例）'))).toEqual([]);
    const forms = (await demo.read.selectFrom('forms').selectAll().execute()).map(
      (row) => JSON.parse(row.form) as Record<string, Record<string, unknown>>,
    );
    const named = forms.flatMap(({ unit, self, pledge }) => {
      const members = (self?.members ?? []) as { name: string }[];
      return [unit?.name, unit?.legalPerson, self?.leader, pledge?.signer, ...members.map(({ name }) => name)];
    });
    expect(named.filter((text) => text !== undefined && !String(text).endsWith('（示例）'))).toEqual([]);
  });

  test('places every station in the region', async () => {
    const stations = (await users()).filter(({ role }) => role === 'station');
    for (const { profile } of stations) {
      const { longitude, latitude } = JSON.parse(profile) as Profile;
      expect(longitude).toSatisfy((value: number) => value > 104.4 && value < 112.1);
      expect(latitude).toSatisfy((value: number) => value > 20.9 && value < 26.4);
    }
  });

  test('assigns no expert of the station’s own unit', async () => {
    const rows = await demo.read
      .selectFrom('assessment_experts')
      .innerJoin('users as expert', 'expert.id', 'assessment_experts.expert_id')
      .innerJoin('assessments', 'assessments.id', 'assessment_experts.assessment_id')
      .innerJoin('users as station', 'station.id', 'assessments.station_id')
      .select(['expert.profile as expert', 'station.profile as station'])
      .execute();
    const pairs = rows.map(({ expert, station }) => [JSON.parse(expert) as Profile, JSON.parse(station) as Profile]);
    expect(pairs.length).toBeGreaterThan(100);
    expect(pairs.filter(([expert, station]) => expert?.unit === station?.owner)).toEqual([]);
  });

  test('does not use up the next number', async () => {
    const numbers = new Set((await assessments()).map(({ number }) => number));
    for (const year of [2022, 2023, 2024, 2025, 2026]) {
      const next = await nextNumber(demo.write, year);
      expect(numbers).not.toContain(next);
      expect([...numbers].filter((number) => number.startsWith(next.slice(0, 11)) && number > next)).toEqual([]);
    }
  });

  test('prints one account per role with a valid password', async () => {
    const accounts = await demoAccountsOf(demo.read, null);
    expect(accounts.map(({ role }) => role)).toEqual(USER_ROLES);
    expect(accounts.map(({ account }) => account)).toEqual([
      'admin',
      'ministry',
      'province',
      'city450300',
      'county450325',
      'expert01',
      'station0001',
      'supervisor1',
    ]);
    for (const { password } of accounts) expect(passwordProblem(password, common.password)).toBeNull();
    expect((await users()).filter((user) => user.must_change_password !== 0)).toEqual([]);
  });
});

describe('filling a database', () => {
  const open: TestDatabase[] = [];
  const opened = <T extends TestDatabase>(database: T): T => {
    open.push(database);
    return database;
  };
  afterEach(async () => {
    vi.useRealTimers();
    for (const database of open.splice(0)) await database.close();
  });

  test('gives the same rows for the same seed on any day', async () => {
    const one = await dump(opened(await openDemo({ seed: 7 })));
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-05T05:05:05Z') });
    expect(await dump(opened(await openDemo({ seed: 7 })))).toEqual(one);
  }, 120_000);

  test('ends on the given day, with reviews that are overdue and others that are not', async () => {
    const day = '2031-05-05';
    const demo = opened(await openDemo({ day, files: false }));
    const rows = await demo.read.selectFrom('assessments').select(['status', 'status_since', 'updated_at']).execute();
    const last =
      rows
        .map((row) => row.updated_at)
        .sort()
        .at(-1) ?? '';
    expect(last <= `${day}T` && last >= '2031-05-03').toBe(true);
    const { stageDays } = DEFAULT_SETTINGS;
    const waiting = rows.flatMap(({ status, status_since }) =>
      status in stageDays
        ? [
            {
              days: (Date.parse(day) - Date.parse(status_since)) / 86_400_000,
              limit: stageDays[status as keyof typeof stageDays],
            },
          ]
        : [],
    );
    const overdue = waiting.filter(({ days, limit }) => days > limit);
    expect(overdue.length).toBeGreaterThan(0);
    expect(overdue.length).toBeLessThan(waiting.length / 2);
  }, 120_000);

  test('gives other rows for another seed', async () => {
    const one = await dump(opened(await openDemo({ seed: 7 })));
    const other = await dump(opened(await openDemo({ seed: 8 })));
    expect(other.assessments).toHaveLength(one.assessments?.length ?? 0);
    for (const table of ['users', 'assessments', 'events', 'station_scores'])
      expect(other[table]).not.toEqual(one[table]);
  }, 120_000);

  test('creates the requested numbers, also if they do not divide evenly', async () => {
    for (const size of [
      { stations: 1, assessments: 5 },
      { stations: 7, assessments: 0 },
      { stations: 30, assessments: 11 },
    ]) {
      const { users, assessments } = await dump(opened(await openDemo({ size })));
      expect(users?.filter((user) => (user as { role: string }).role === 'station')).toHaveLength(size.stations);
      expect(assessments).toHaveLength(size.assessments);
    }
  }, 120_000);

  test('is atomic', async () => {
    const database = opened(await openTestDatabase());
    const inTheWay = join(database.data, 'files');
    await writeFile(inTheWay, '');
    const filling = fillDemo(database.write, foldersOf(database), {
      size: 'small',
      seed: 1,
      adminPassword: null,
      files: true,
      day: DEMO_DAY,
    });
    await expect(filling).rejects.toThrow(inTheWay);
    const { users, assessments, counters } = await dump(database);
    expect([users, assessments, counters]).toEqual([[], [], []]);
  });

  test('uses the given administrator password', async () => {
    const demo = opened(await openDemo({ size: { stations: 1, assessments: 1 }, adminPassword: 'chosen-2026' }));
    const passwords = async (adminPassword: string | null) =>
      new Map((await demoAccountsOf(demo.read, adminPassword)).map(({ role, password }) => [role, password]));
    expect((await passwords('chosen-2026')).get('admin')).toBe('chosen-2026');
    // A restart without the environment variable does not print the administrator's password.
    expect([...(await passwords(null)).keys()]).toEqual(USER_ROLES.filter((role) => role !== 'admin'));
  });

  test('prints no account that was deleted or changed its password', async () => {
    const demo = opened(await openDemo({ size: { stations: 1, assessments: 1 } }));
    const changed = digestInitial(newInitialPassword());
    await demo.write.updateTable('users').set({ is_deleted: 1 }).where('account', '=', 'expert01').execute();
    await demo.write.updateTable('users').set({ password_hash: changed }).where('account', '=', 'province').execute();
    const roles = (await demoAccountsOf(demo.read, null)).map(({ role }) => role);
    expect(roles).toEqual(USER_ROLES.filter((role) => role !== 'expert' && role !== 'province_manager'));
  });

  test('prints nothing for a database without the demo', async () => {
    const plain = opened(await openTestDatabase());
    expect(await demoAccountsOf(plain.read, 'admin-2026')).toEqual([]);
  });

  test("lists six stations for the home page's tour, with pictures of 200 by 200", async () => {
    const { data } = opened(await openDemo({ size: { stations: 1, assessments: 0 } }));
    const tour = JSON.parse(await readFile(join(data, 'pano.json'), 'utf8')) as Record<string, string>[];
    expect(tour).toHaveLength(6);
    expect(new Set(tour.map(({ preview }) => preview)).size).toBe(6);
    for (const { name, url, preview = '' } of tour) {
      expect(name).toMatch(/（示例）$/);
      expect(url).toMatch(/^https:\/\/example\.org\//);
      const [, svg = ''] = /^data:image\/svg\+xml,(.+)$/.exec(preview) ?? [];
      expect(decodeURIComponent(svg)).toMatch(/^<svg [^>]*width="200" height="200"[\s\S]*<\/svg>$/);
    }
  });

  test('keeps an existing tour file', async () => {
    const database = opened(await openTestDatabase());
    await writeFile(join(database.data, 'pano.json'), '[]');
    const size = { stations: 1, assessments: 0 };
    await fillDemo(database.write, foldersOf(database), {
      size,
      seed: 1,
      adminPassword: null,
      files: true,
      day: DEMO_DAY,
    });
    expect(await readFile(join(database.data, 'pano.json'), 'utf8')).toBe('[]');
  });
});
