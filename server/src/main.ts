import { resolve } from 'node:path';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { FastifyInstance } from 'fastify';
import { createApp, type LogLevel } from './app.ts';
import { settleProposals } from './assessments/proposals.ts';
import { lastAudited } from './audit/append.ts';
import type { HistoryFault } from './audit/signing/judge.ts';
import { takeKey } from './audit/signing/keys.ts';
import { Notary } from './audit/signing/notary.ts';
import { HeadSyslog } from './audit/signing/syslog.ts';
import { signIfGrown, signRegularly, storedFault } from './audit/signing/ticks.ts';
import { buildTree } from './audit/tree/build.ts';
import { Seal } from './auth/factors/seal.ts';
import { sealStored, type Unreadable, unreadableSecrets } from './auth/factors/sealedSecrets.ts';
import { siteOf } from './auth/factors/site.ts';
import { KnownTokens } from './auth/knownTokens.ts';
import { SignOn } from './auth/oidc/signOn.ts';
import { type PasswordProblem, plainPasswordProblem } from './auth/passwordRules.ts';
import { digestChosen, digestInitial, newInitialPassword } from './auth/passwords.ts';
import { finishRestore } from './backup/swap.ts';
import type { Services } from './context.ts';
import type { DemoAccount } from './demo/accounts.ts';
import { Exporter } from './exports/exporter.ts';
import { isBucket, openFiles, refuseForeign } from './files/blobs/fileStore.ts';
import { sweepFiles } from './files/blobs/sweep.ts';
import { Health } from './health.ts';
import { Dispatcher } from './notices/delivery/dispatcher.ts';
import { notifyOfDue } from './notices/due.ts';
import { takeDirectory } from './os/dataDirLock.ts';
import { ensureDir } from './os/ensureDir.ts';
import { isReadableByOthers, removeOthersAccess } from './os/privacy.ts';
import { openDatabase, STARTING } from './store/db/database.ts';
import { newId } from './store/db/ids.ts';
import type { Database, Place } from './store/db/types.ts';
import { installationOf } from './store/repositories/settings.ts';
import { sweep } from './store/repositories/sweep.ts';
import { anyUser, insertUser } from './store/repositories/users.ts';

export type DemoSize = 'small' | 'full';
const ADMIN_ACCOUNT = 'admin';

/** The options of `shp serve`. */
export type ServeOptions = {
  host: string;
  /** 0 picks a free port. */
  port: number;
  data: string;
  /** A PostgreSQL instead of the SQLite in `data`; several servers may share it. */
  databaseUrl: string | null;
  /** Where files are stored: a directory (default `data`), or `s3://BUCKET/PREFIX`. */
  files: string | null;
  captcha: boolean;
  demo: DemoSize | null;
  /** The day on which the demonstration ends; null: today. */
  demoDay: string | null;
  /** Trust X-Forwarded-For from these proxies: CIDRs separated by commas. */
  trustProxy: string | null;
  publicUrl: string | null;
  /** `HOST:PORT` of the Prometheus metrics. */
  metrics: { host: string; port: number } | null;
  /** `HOST:PORT` of a syslog server that gets every signed head of the audit over UDP. */
  syslog: { host: string; port: number } | null;
  logLevel: LogLevel;
  version: string;
  /** The first administrator's password, in plain text; need not be changed. */
  adminPassword: string | null;
  /** Gets the progress while an audit of an older version gets its tree. */
  watchTree?: (done: number, total: number) => void;
};

export type Running = {
  url: string;
  /** A random initial password for `admin`, only on the first start. */
  adminPassword: string | null;
  /** One account per role, for demo data. */
  demoAccounts: DemoAccount[];
  /** Set if the clock is behind the last audit row. */
  clockBehind: { now: string; last: string } | null;
  /** Data directories that other accounts of this machine can read. */
  openDirectories: string[];
  /** What is wrong with the audit's signed history. */
  historyFault: HistoryFault | null;
  /** Sealed secrets that the key in the data directory does not open. */
  unreadable: Unreadable[];
  /** Completes running requests, then frees everything. */
  close(): Promise<void>;
};

/** Length of the accept queue. If it is full, the client's system retries after 1, 2 and 4 s. */
const BACKLOG = 4096;
const SWEEP_MS = 10 * 60_000;

/** The first administrator's password is not acceptable. */
export class UnfitAdminPassword extends Error {
  override readonly name = 'UnfitAdminPassword';
  constructor(readonly problem: PasswordProblem) {
    super('unfit administrator password');
  }
}

/**
 * Starts the embedded server: migrate, create the first data, listen. @throws DirectoryInUse, UnfitAdminPassword, and
 * the port's own error.
 */
export async function serve(options: ServeOptions): Promise<Running> {
  ensureDir(options.data, 0o700);
  const place = options.files ?? options.data;
  const directory = isBucket(place) ? options.data : place;
  ensureDir(directory, 0o700);
  const { databaseUrl: url } = options;
  if (url !== null) refuseForeign(directory);
  const lock = url === null ? takeDirectory(options.data, `${options.host}:${options.port}`) : null;
  try {
    if (url === null) await finishRestore(options.data);
    const directories = [...new Set([options.data, directory].map((one) => resolve(one)))];
    for (const one of directories) removeOthersAccess(one);
    const rows: Place = url === null ? { data: options.data } : { url };
    const db = await openDatabase(rows);
    const exporter = new Exporter(directory, rows);
    const { blobs, parts, claim } = await openFiles(place, options.data);
    await claim(await installationOf(db.write));
    const notary = await startNotary(db, options.data);
    let address: string | null = null;
    const services: Services = {
      db,
      data: options.data,
      exporter,
      blobs,
      parts,
      health: new Health(db, url === null ? options.data : null),
      notary,
      captcha: options.captcha,
      knownTokens: new KnownTokens(),
      seal: new Seal(options.data),
      signOn: new SignOn(options.publicUrl),
      site: () => siteOf(options.publicUrl, address),
      version: options.version,
    };
    const { adminPassword, demoAccounts } = await fill(services, options);
    const historyFault = await firstHead(services);
    db.startTimeouts();
    const metrics = options.metrics === null ? null : new (await import('./metrics.ts')).Metrics();
    const app = await createApp({
      services,
      metrics,
      trustProxy: options.trustProxy,
      secure: options.publicUrl?.startsWith('https:') ?? false,
      logLevel: options.logLevel,
      directories,
    });
    if (options.metrics !== null) await metrics?.listen(options.metrics.host, options.metrics.port);
    address = await app.listen({ host: options.host, port: options.port, backlog: BACKLOG });
    lock?.tell(address);
    // Log start and stop at any level.
    const log = app.log.child({}, { level: 'info' });
    const { version, data } = options;
    log.info({ version, data, address, database: url === null ? 'sqlite' : 'postgres', files: place }, 'started');
    if (!(await lastAudited(db.read)).isEnd) log.error('audit trail broken');
    const tellFault = (fault: HistoryFault) => log.error({ fault }, 'audit history broken');
    if (historyFault !== null) tellFault(historyFault);
    const unreadable = await unreadableSecrets(db.read, services.seal);
    for (const { place, accounts } of unreadable)
      log.error({ secret: place, accounts: accounts.length }, 'sealed secrets cannot be opened');
    const syslog = options.syslog === null ? null : new HeadSyslog(options.syslog);
    const signing = signRegularly(db, notary, syslog, {
      fault: tellFault,
      failed: (error) => log.error(error, 'signing the audit failed'),
      unsent: (error) => log.error(error, 'sending the signed head to syslog failed'),
    });
    const closing = new AbortController();
    const dispatcher = new Dispatcher({ db, seal: services.seal, publicUrl: options.publicUrl, log: app.log });
    await dispatcher.start();
    const tidyUp = () => void tidy(services, app, closing.signal);
    tidyUp();
    const sweeper = setInterval(tidyUp, SWEEP_MS).unref();
    return {
      url: address,
      adminPassword,
      demoAccounts,
      clockBehind: await clockBehind(db),
      openDirectories: directories.filter(isReadableByOthers),
      historyFault,
      unreadable,
      async close() {
        clearInterval(sweeper);
        closing.abort();
        // Otherwise a busy connection would stay open a minute for its next request.
        app.server.keepAliveTimeout = 1;
        await app.close();
        await dispatcher.close();
        await metrics?.close();
        await exporter.close();
        await signing.stop();
        await db.close();
        lock?.release();
        log.info({ version, data, address, seconds: Math.round(process.uptime()) }, 'stopped');
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function startNotary(db: Database, data: string): Promise<Notary> {
  const free = await db.locks.take(STARTING, () => {});
  try {
    return await Notary.open(data, await takeKey(db.write, data, new Date(db.now()).toISOString()));
  } finally {
    await free();
  }
}

/** Compares the audit with the last signed heads, then signs it; returns what is wrong. */
async function firstHead({ db, notary }: Services): Promise<HistoryFault | null> {
  const stored = await storedFault(db);
  if (stored !== null) return stored;
  const { tree } = await lastAudited(db.read);
  const fault = await notary.check(db.read, tree);
  if (fault === null) await signIfGrown(db, notary);
  return fault ?? notary.fault;
}

async function clockBehind(db: Database): Promise<Running['clockBehind']> {
  const now = new Date(db.now()).toISOString();
  const { at: last } = await lastAudited(db.read);
  return last !== null && last > now ? { now, last } : null;
}

/** Removes expired data, on one of several servers. If the server closes meanwhile, the next sweep continues. */
async function tidy(services: Services, app: FastifyInstance, closing: AbortSignal): Promise<void> {
  const { db, exporter } = services;
  try {
    const free = await db.locks.tryTake('tidy');
    if (!free) return;
    try {
      await sweep(db.write, db.now());
      await exporter.sweep(Date.now());
      await sweepFiles(services, db.now());
      await settleProposals(services);
      await notifyOfDue(db);
    } finally {
      await free();
    }
  } catch (error) {
    if (!closing.aborted) app.log.error(error, 'sweeping failed');
  }
}

async function fill(
  services: Services,
  options: ServeOptions,
): Promise<Pick<Running, 'adminPassword' | 'demoAccounts'>> {
  const free = await services.db.locks.take(STARTING, () => {});
  try {
    const filled = await fillEmpty(services, options);
    await sealStored(services.db.write, services.seal);
    await buildTree(services.db.write, options.watchTree ?? (() => {}));
    return filled;
  } finally {
    await free();
  }
}

async function fillEmpty(
  { db, data, blobs }: Services,
  options: ServeOptions,
): Promise<Pick<Running, 'adminPassword' | 'demoAccounts'>> {
  if (options.demo !== null) {
    const { fillDemo, demoAccountsOf } = await import('./demo/index.ts');
    if (!(await anyUser(db.read))) {
      await checkAdminPassword(options);
      await fillDemo(
        db.write,
        { data, blobs },
        {
          size: options.demo,
          seed: 1,
          adminPassword: options.adminPassword,
          files: true,
          day: options.demoDay ?? new Date(db.now()).toISOString().slice(0, 10),
        },
      );
    }
    return { adminPassword: null, demoAccounts: await demoAccountsOf(db.read, options.adminPassword) };
  }
  if (await anyUser(db.read)) return { adminPassword: null, demoAccounts: [] };
  await checkAdminPassword(options);
  const made = options.adminPassword === null ? newInitialPassword() : null;
  const passwordHash =
    made === null ? await digestChosen(hashPassword(options.adminPassword ?? '')) : digestInitial(made);
  const at = new Date().toISOString();
  const profile = { name: 'admin' };
  await insertUser(
    db.write,
    {
      id: newId(),
      role: 'admin',
      account: ADMIN_ACCOUNT,
      division: null,
      profile,
      passwordHash,
      mustChangePassword: made !== null,
      at,
    },
    null,
  );
  return { adminPassword: made, demoAccounts: [] };
}

/** Checked only when used: a server that has accounts starts with any value. @throws UnfitAdminPassword */
async function checkAdminPassword({ adminPassword }: ServeOptions): Promise<void> {
  const problem = adminPassword === null ? null : await plainPasswordProblem(adminPassword, ADMIN_ACCOUNT);
  if (problem !== null) throw new UnfitAdminPassword(problem);
}
