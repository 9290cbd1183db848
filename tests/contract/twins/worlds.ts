import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { pdf, scoresAt } from '../../support/materials.ts';
import { addExpert, addManager, addSupervisor, NEIGHBOUR } from '../../support/people.ts';
import { addCast, assign, bring, type Cast, ITEMS, prepare, type Review, step } from '../../support/review.ts';
import { Tus } from '../../support/tus.ts';
import { causeNotices, waitForEveryKind } from './notices.ts';

/** Servers to be compared name the same host, although they listen on ports of their own. */
export const SAME_HOST = ['--no-captcha', '--public-url', 'https://shp.example'];

/** The accounts that compare the worlds. */
export const SEERS = ['expert', 'station', 'neighbour', 'supervisor', 'ministry'] as const;
export type Seer = (typeof SEERS)[number];

export type Scene = {
  /** When the worlds began, in ms. */
  start: number;
  cast: Cast;
  seers: Record<Seer, Person>;
  /** An expert whose work the seeing expert must not notice, and one who is assigned and taken off. */
  other: Person;
  spare: Person;
  /**
   * Assessments of the seeing expert. The seeing station, to which the aggregate account is linked, has `again`: it was
   * returned after a review and waits for another one, until both worlds return it again.
   */
  reviews: Record<'reviewing' | 'first_passed' | 'reviewed' | 'again' | 'passed' | 'failed', Review>;
  /** Waits for experts; the seeing one is assigned and taken off. */
  toAssign: Review;
  /** Applications of stations that none of the seers may read: a draft, and one whose experts wait for the start. */
  foreign: Review;
  foreignReview: Review;
  documents: { all: string; managers: string };
  files: { own: string; evidence: string };
  /** A finding of the seeing station, of its own check, and one of the foreign station. */
  findings: { own: string; foreign: string };
};

/** A folder with the data of both worlds, and the file with the number of the step. */
export type Origin = { scene: Scene; folder: string; data: string; stepFile: string };

/** Makes the data that both worlds begin with. */
export async function makeOrigin(): Promise<Origin> {
  const folder = mkdtempSync(join(tmpdir(), 'shp-twins-'));
  const data = join(folder, 'origin');
  const server = await startContract(undefined, data);
  const scene = await sceneOf(server);
  const { cast, seers, spare, toAssign, reviews } = scene;
  await causeNotices(server, { cast, spare, toAssign, station: seers.station, rated: reviews.passed });
  await server.stop();
  const later = await startContract(undefined, data);
  await waitForEveryKind(later);
  await later.stop();
  return { scene, folder, data, stepFile: join(folder, 'step') };
}

async function sceneOf(server: Contract): Promise<Scene> {
  const cast = await addCast(server, 2);
  const [expert, other] = cast.experts as [Person, Person];
  const spare = await addExpert(server);
  const firstPassed = await bring(server, cast, 'first_passed');
  await assign(firstPassed, [expert]);
  const reviewing = await bring(server, cast, 'reviewing');
  await expert.api.call('POST assessment/expert_scores', {
    id: reviewing.id,
    items: scoresAt(ITEMS.slice(0, 9), 0.9, '理由（示例）'),
  });
  const again = await bring(server, cast, 'reviewed');
  const { station } = again;
  await step(cast.final, again, 'returned', '请整改（示例）');
  await step(station, again, 'submitted');
  await step(cast.first, again, 'first_passed');
  const supervisor = await addSupervisor(server);
  await server.admin.api.call('POST supervise/stations', {
    userId: supervisor.id,
    stationsId: [station.id],
    mode: 'add',
  });
  const files = await station.api.call('GET file/list', { id: again.id });
  const evidence = await station.api.call('GET file/evidence', { asmId: again.id, serial1: '1' });
  const foreign = await prepare(server, cast);
  const foreignReview = await bring(server, cast, 'first_passed');
  await assign(foreignReview, [other, spare]);
  const finding = { text: '护栏锈蚀（示例）' };
  return {
    start: Date.now(),
    cast,
    other,
    spare,
    seers: {
      expert,
      station,
      supervisor,
      neighbour: await addManager(server, 'county_manager', NEIGHBOUR),
      ministry: await addManager(server, 'ministry_manager'),
    },
    reviews: {
      first_passed: firstPassed,
      reviewing,
      again,
      reviewed: await bring(server, cast, 'reviewed'),
      passed: await bring(server, cast, 'passed'),
      failed: await bring(server, cast, 'failed', { share: 0.6 }),
    },
    foreign,
    foreignReview,
    toAssign: await bring(server, cast, 'first_passed'),
    documents: { all: await addDocument(server, []), managers: await addDocument(server, ['province_manager']) },
    findings: {
      own: (await station.api.call('POST finding/add', finding)).id,
      foreign: (await foreign.station.api.call('POST finding/add', finding)).id,
    },
    files: { own: files[0]?.id ?? '', evidence: evidence[0]?.id ?? '' },
  };
}

async function addDocument(server: Contract, roles: 'province_manager'[]): Promise<string> {
  const filename = `通知-${roles.length}.pdf`;
  await Tus.of(server, server.admin).upload({ target: 'document', filename }, pdf(filename));
  const [added] = (await server.admin.api.call('GET document/list', { size: 1 })).items;
  const fileId = added?.id ?? '';
  await server.admin.api.call('POST document/update_roles', { fileId, roles });
  return fileId;
}

/** Two servers on copies of the same data, whose clocks stand still until `next`. */
export class Worlds {
  private constructor(
    readonly plain: Contract,
    readonly acted: Contract,
    private readonly origin: Origin,
    private readonly folder: string,
    private now: number,
  ) {}

  static async open(origin: Origin): Promise<Worlds> {
    const folder = mkdtempSync(join(origin.folder, 'worlds-'));
    for (const name of ['plain', 'acted']) cpSync(origin.data, join(folder, name), { recursive: true });
    return Worlds.start(origin, folder, Date.now());
  }

  private static async start(origin: Origin, folder: string, now: number): Promise<Worlds> {
    writeFileSync(origin.stepFile, String(now));
    const preload = new URL('frozen.cjs', import.meta.url).pathname;
    const env = { NODE_OPTIONS: `--require ${preload}`, TWINS_STEP_FILE: origin.stepFile };
    const start = (name: string) => startContract(SAME_HOST, join(folder, name), env);
    return new Worlds(await start('plain'), await start('acted'), origin, folder, now);
  }

  /** The same worlds in new processes. */
  async restart(): Promise<Worlds> {
    await Promise.all([this.plain.stop(), this.acted.stop()]);
    return Worlds.start(this.origin, this.folder, this.now + 1000);
  }

  /** Both worlds go on to the next second. */
  next(): void {
    this.now += 1000;
    // Servers read the file at any moment, so it is never half written.
    writeFileSync(`${this.origin.stepFile}.new`, String(this.now));
    renameSync(`${this.origin.stepFile}.new`, this.origin.stepFile);
  }

  async close(): Promise<void> {
    await Promise.all([this.plain.stop(), this.acted.stop()]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
