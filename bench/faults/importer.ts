import { existsSync, readFileSync } from 'node:fs';
import type { Contract, Person } from '../../tests/support/contract.ts';
import { csvRows, type Desk, newDesk, type Run, type Started } from '../../tests/support/desk.ts';
import { station, writeStations } from '../../tests/terminal/stationFile.ts';
import { must } from './clients.ts';

export type Importing = {
  /** Begins the import, or goes on with it, where it is not at work. */
  begin(): void;
  /** After a crash: every account that the report calls created is there. */
  check(server: Contract): Promise<void>;
  /** Lets the import come to its end; every row is one account. */
  finish(server: Contract): Promise<{ rows: number; starts: number }>;
  clear(): Promise<void>;
};

/** The command `shp stations import` at work while its server is killed. */
export async function importing(server: Contract, by: Person, rows: number): Promise<Importing> {
  const desk: Desk = await newDesk(server.url);
  await desk.login(by.account, by.password);
  const file = `${desk.folder}/many.csv`;
  await writeStations(
    file,
    Array.from({ length: rows }, (_, number) => station(number)),
  );
  let running: Started | null = null;
  let last: Run | null = null;
  let starts = 0;
  const begin = () => {
    if (running !== null || last?.code === 0) return;
    starts += 1;
    const started = desk.start(['stations', 'import', file, '--quiet', '--concurrency', '3']);
    running = started;
    void started.done.then((run) => {
      running = null;
      last = run;
    });
  };
  const told = () => {
    const report = `${file}.report.csv`;
    if (!existsSync(report)) return [];
    // The last line may be under way.
    const whole = readFileSync(report, 'utf8').replace(/[^\n]*$/, '');
    return csvRows(whole)
      .slice(1)
      .flatMap(([, account, result]) => (result === 'created' && account ? [account] : []));
  };
  const accounts = async (from: Contract) => {
    const found = await from.behind.sql<{ account: string }>("SELECT account FROM users WHERE account LIKE 'import-%'");
    return new Set(found.map(({ account }) => account));
  };
  return {
    begin,
    async check(from) {
      const reported = told();
      const there = await accounts(from);
      for (const account of reported) must(there.has(account), () => `${account} was reported and is lost`);
    },
    async finish(from) {
      for (let left = 5; last?.code !== 0 && left > 0; left--) {
        begin();
        last = (await (running as Started | null)?.done) ?? last;
      }
      must(last?.code === 0, () => `the import ends with ${last?.code}: ${last?.err}`);
      const reported = told();
      must(reported.length === rows && new Set(reported).size === rows, () => `${reported.length} rows reported`);
      const there = await accounts(from);
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
