import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
import { dayOf } from '@shp/shared/domain/lib/days';
import { DEFAULT_SETTINGS, type Settings } from '@shp/shared/domain/settings';
import { sql } from 'kysely';
import { digestChosen } from '../auth/passwords.ts';
import type { BlobStore } from '../files/blobs/blobs.ts';
import { bulkLoad } from '../store/db/bulkLoad.ts';
import { disableIdleTimeout } from '../store/db/dialect.ts';
import { nameKeys } from '../store/db/pinyin.ts';
import { nextNumbers } from '../store/repositories/assessments.ts';
import { refreshAllEscalations } from '../store/repositories/escalations.ts';
import { writeSettings } from '../store/repositories/settings.ts';
import { addLinks } from '../store/repositories/supervisorStations.ts';
import type { AssessmentsTable, Db } from '../store/schema/schema.ts';
import { concludedOf, figuresRow, lostItemsRow, ReviewSums } from '../store/statistics/reviewSums.ts';
import { DEMO_PASSWORD } from './accounts.ts';
import { type AuditRow, auditOf, insertAudit } from './audit.ts';
import { insertMany } from './bulkInsert.ts';
import { createScoreSheets, dropScoreSheets, insertDetails } from './details.ts';
import { documentsOf } from './documents.ts';
import { Contents, filesOf } from './files.ts';
import { Findings } from './findings.ts';
import { writeTour } from './gallery.ts';
import { type DemoSources, History } from './history.ts';
import { Notices } from './notices.ts';
import { People } from './people.ts';
import { DEMO_COUNTY } from './places.ts';
import { Random } from './random.ts';
import { type Episode, planEpisodes } from './schedule.ts';
import { Sheets } from './scores.ts';
import { IN_DEMO_COUNTY } from './stations.ts';
import { iso } from './times.ts';

export { demoAccountsOf } from './accounts.ts';

export type DemoCounts = { stations: number; assessments: number };
const SIZES = {
  small: { stations: 60, assessments: 90 },
  full: { stations: 2000, assessments: 6000 },
} as const satisfies Record<string, DemoCounts>;
export type DemoOptions = {
  size: keyof typeof SIZES | DemoCounts;
  seed: number;
  adminPassword: string | null;
  /** Without them nothing is uploaded: some 50 files an application take longer to write than all its rows. */
  files: boolean;
  /** The day on which the demo ends: everything in it is before. */
  day: string;
  /** The number of findings beside those of the newest reviews. */
  moreFindings?: number;
};

const BATCH = 500;
const FILES_SEED = 1_000_003;
const FINDINGS_SEED = 2_000_003;
const NOTICES_SEED = 3_000_017;
/**
 * How many of the newest assessments get details: item scores, copies, prints and audit rows. Open assessments and
 * those of the printed accounts' county always get them; older ones have only sums.
 */
const DETAILED = 1000;
/** Users logged in this long before they acted. */
const LOGIN_BEFORE = 20 * 60 * 1000;

/**
 * Fills an empty database with generated units, people, stations and assessments, all or nothing. The same size, seed
 * and day give the same rows; only the password salts differ.
 */
export async function fillDemo(
  db: Db,
  { data, blobs }: { data: string; blobs: BlobStore },
  { size, seed, adminPassword, files, day, moreFindings = 0 }: DemoOptions,
): Promise<void> {
  const { stations, assessments } = typeof size === 'string' ? SIZES[size] : size;
  const common = await digestChosen(hashPassword(DEMO_PASSWORD));
  const admin = adminPassword === null ? common : await digestChosen(hashPassword(adminPassword));
  await writeTour(data);
  const random = new Random(seed);
  const today = Date.parse(`${day}T00:00:00Z`);
  const people = new People(random, stations, { common, admin }, await nameKeys());
  const world = { random, people, sheets: new Sheets(random, DEFAULT_SETTINGS.thresholds), today };
  const episodes = planEpisodes(random, people.stations, assessments, today);
  const contents = await Contents.open(data, blobs);
  // A separate random sequence, so that files do not change the other data.
  const ofFiles = new Random(seed + FILES_SEED);
  try {
    await db.transaction().execute(async (transaction) => {
      await disableIdleTimeout(transaction);
      await bulkLoad(transaction, () =>
        write(transaction, world, episodes, {
          uploads: files ? { contents, random: ofFiles } : null,
          findings: new Findings(new Random(seed + FINDINGS_SEED), people, today, files ? contents : null),
          notices: new Notices(new Random(seed + NOTICES_SEED), today),
          moreFindings,
        }),
      );
    });
  } finally {
    await contents.close();
  }
}

/** Sample footer; the addresses belong to no one. */
const FOOTER: Settings['footer'] = {
  sponsor: { name: '示例主办单位', url: 'https://example.org/sponsor' },
  organiser: { name: '示例承办单位', url: 'https://example.org/organiser' },
  support: { name: '示例技术支持单位', url: 'https://example.org/support' },
};

type Files = { contents: Contents; random: Random };
type Parts = { uploads: Files | null; findings: Findings; notices: Notices; moreFindings: number };

async function write(
  db: Db,
  world: DemoSources,
  episodes: readonly Episode[],
  { uploads, findings, notices, moreFindings }: Parts,
): Promise<void> {
  await writeSettings(db, { ...DEFAULT_SETTINGS, footer: FOOTER });
  await insertMany(db, 'users', world.people.rows);
  await linkStations(db, world);
  await createScoreSheets(db, world.sheets.all);
  const lastActionOf = new Map<string, string>();
  const audit: AuditRow[] = [];
  const sums = new ReviewSums();
  for (let start = 0; start < episodes.length; start += BATCH) {
    const histories = await live(db, world, episodes.slice(start, start + BATCH));
    await storeFigures(db, histories, sums);
    const newestFrom = episodes.length - DETAILED - start;
    const detailed = histories.filter(({ row }, index) => index >= newestFrom || isShown(row));
    const files = new Map(
      histories.map((history) => [history.row.id, uploads ? filesOf(uploads.random, uploads.contents, history) : []]),
    );
    await uploads?.contents.keep(db, [...files.values()].flat());
    const concluded = await insertDetails(db, world, detailed, files);
    await findings.insert(db, concluded);
    notices.take(histories);
    audit.push(...detailed.flatMap(auditOf));
    for (const [user, at] of histories.flatMap(({ lastActions }) => lastActions))
      if (at > (lastActionOf.get(user) ?? '')) lastActionOf.set(user, at);
  }
  await dropScoreSheets(db);
  await sums.write(db);
  if (uploads)
    await uploads.contents.keep(db, documentsOf(uploads.random, uploads.contents, world.people, world.today));
  await insertAudit(db, world.random, audit);
  await writeLogins(db, lastActionOf);
  await refreshAllEscalations(db);
  await findings.insertOwn(db);
  await findings.insertMore(db, moreFindings);
  await notices.write(db);
}

async function live(db: Db, world: DemoSources, episodes: readonly Episode[]): Promise<History[]> {
  const numbers = await numbersFor(db, episodes);
  const histories = episodes.map((episode, index) => new History(world, episode, numbers[index] ?? ''));
  const events = histories.flatMap((history) => history.events);
  const experts = histories.flatMap(({ row, panel }) => panel.rows(row.id));
  await insertMany(
    db,
    'assessments',
    histories.map(({ row: { form: _, ...row }, panel }) => ({ ...row, experts: panel.ids })),
  );
  await insertMany(
    db,
    'forms',
    histories.map(({ row: { id, form } }) => ({ assessment_id: id, form })),
  );
  await insertMany(db, 'events', events);
  await insertMany(db, 'assessment_experts', experts);
  return histories;
}

/** Stores the figures of every concluded review, with details or without. */
async function storeFigures(db: Db, histories: readonly History[], sums: ReviewSums): Promise<void> {
  const rows = [];
  const lost = [];
  for (const { row, figures } of histories) {
    if (figures === null) continue;
    rows.push(figuresRow(row.id, figures));
    lost.push(lostItemsRow(concludedOf(row), figures.scores));
    sums.add(concludedOf(row), figures);
  }
  await insertMany(db, 'review_figures', rows);
  await insertMany(db, 'lost_items', lost);
}

/** Episodes come in the order of creation, so those of one year are adjacent. */
async function numbersFor(db: Db, episodes: readonly Episode[]): Promise<string[]> {
  const years = episodes.map(({ createdAt }) => Number(dayOf(new Date(createdAt)).slice(0, 4)));
  const numbers: string[] = [];
  for (const year of new Set(years))
    numbers.push(...(await nextNumbers(db, year, years.filter((one) => one === year).length)));
  return numbers;
}

async function writeLogins(db: Db, lastActionOf: ReadonlyMap<string, string>): Promise<void> {
  await sql`CREATE TEMPORARY TABLE demo_logins (user_id TEXT PRIMARY KEY, at TEXT)`.execute(db);
  const logins = [...lastActionOf].map(([user_id, at]) => ({ user_id, at: iso(Date.parse(at) - LOGIN_BEFORE) }));
  await insertMany(db.withTables<{ demo_logins: (typeof logins)[number] }>(), 'demo_logins', logins);
  await sql`UPDATE users SET last_login_at = demo_logins.at FROM demo_logins WHERE user_id = users.id`.execute(db);
  await db.schema.dropTable('demo_logins').execute();
}

/** The first supervisor gets the stations of the printed accounts' county, each other one a share of the rest. */
async function linkStations(db: Db, { random, people }: DemoSources): Promise<void> {
  const ids = people.stations.map(({ row }) => row.id);
  for (const [index, supervisor] of people.supervisors.entries()) {
    const from = index === 0 ? 0 : random.int(0, Math.max(0, ids.length - 10));
    const count = index === 0 ? IN_DEMO_COUNTY : random.int(10, 40);
    await addLinks(db, supervisor.id, ids.slice(from, from + count));
  }
}

function isShown({ status, division }: AssessmentsTable): boolean {
  return division === DEMO_COUNTY || OPEN.includes(status);
}
