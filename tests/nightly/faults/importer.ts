import { existsSync, readFileSync } from 'node:fs';
import type { Contract, Person } from '../../support/contract.ts';
import { csvRows, newDesk, type Run, type Started } from '../../support/desk.ts';
import { station, writeStations } from '../../terminal/stationFile.ts';
import { must } from './clients.ts';

const STARTS_AT_END = 5;

export type Importer = {
  /** Starts or resumes the import if it is not running. */
  begin(): void;
  /** After a fault: every account that the report calls created is there. */
  check(server: Contract): Promise<void>;
  /** Lets the import come to its end; every row is one account. */
  finish(server: Contract): Promise<{ rows: number; starts: number }>;
  clear(): Promise<void>;
};

/** The command `shp stations import` at work while its server fails. */
export async function importing(server: Contract, by: Person, rows: number): Promise<Importer> {
  const desk = await newDesk(server.url);
  await desk.login(by.account, by.password);
  const file = `${desk.folder}/many.csv`;
  const all = Array.from({ length: rows }, (_, number) => station(number));
  await writeStations(file, all);
  let running: Started | null = null;
  let last: Run | null = null;
  let starts = 0;
  const begin = () => {
    if (running !== null || last?.code === 0) return;
    starts += 1;
    running = desk.start(['stations', 'import', file, '--quiet', '--concurrency', '3']);
    void running.done.then((run) => {
      running = null;
      last = run;
    });
  };
  const reported = () => {
    const report = `${file}.report.csv`;
    // The last line may be incomplete.
    const whole = existsSync(report) ? readFileSync(report, 'utf8').replace(/[^\n]*$/, '') : '';
    return csvRows(whole)
      .slice(1)
      .flatMap(([, account, result]) => (result === 'created' && account ? [account] : []));
  };
  const accounts = async ({ rawDatabase }: Contract) => {
    const found = await rawDatabase.sql<{ account: string }>("SELECT account FROM users WHERE account LIKE 'import-%'");
    return new Set(found.map(({ account }) => account));
  };
  return {
    begin,
    async check(at) {
      const done = reported();
      const there = await accounts(at);
      for (const account of done) must(there.has(account), () => `${account} was reported and is lost`);
    },
    async finish(at) {
      for (let left = STARTS_AT_END; last?.code !== 0 && left > 0; left--) {
        begin();
        last = (await (running as Started | null)?.done) ?? last;
      }
      must(last?.code === 0, () => `the import ends with ${last?.code}: ${last?.err}`);
      const done = reported();
      must(done.length === rows && new Set(done).size === rows, () => `${done.length} rows reported`);
      const there = await accounts(at);
      must(there.size === rows, () => `${there.size} accounts of ${rows} rows`);
      return { rows, starts };
    },
    async clear() {
      running?.child.kill('SIGKILL');
      await running?.done;
      await desk.clear();
    },
  };
}
