import { lines } from '../support/desk.ts';
import { type FaultyLine, startProxy } from '../support/proxy.ts';
import { desk, server } from './demo.ts';
import { openAs, type Tui } from './tui.ts';

export type ListedAssessment = { id: string; number: string; station: { name: string } };

/** The newest assessment that the desk's user sees with these filters. */
export async function first(...filter: string[]): Promise<ListedAssessment> {
  const fields = ['--fields', 'id,number,station'];
  const run = await desk.shp(['assessments', 'list', '--size', '1', ...fields, '--format', 'json', ...filter]);
  return (JSON.parse(run.out) as ListedAssessment[])[0] as ListedAssessment;
}

type Row = { id: string; number: string; status: string; experts: { id: string; name: string }[] };

/** All assessments that the desk's user sees with these filters, with their experts. */
export async function assessments(...filter: string[]): Promise<Row[]> {
  const fields = ['--fields', 'id,number,status,experts'];
  const run = await desk.shp(['assessments', 'list', '--all', ...fields, '--format', 'ndjson', ...filter]);
  return lines<Row>(run.out);
}

/** Opens an assessment. */
export async function atOverview(tui: Tui, { number, station }: ListedAssessment): Promise<void> {
  tui.type(':assess\r');
  await tui.sees('GXXSD');
  tui.type(`/\u0015${station.name}\r`);
  await tui.sees(`[${station.name}]`);
  // Until they are there, the rows of the filter before are shown, dimmed.
  await tui.sees(/\d in all/);
  const shown = () => tui.lines().filter((line) => line.includes('GXXSD-'));
  await tui.until(() => shown().some((line) => line.includes(number)));
  for (const line of shown()) {
    if (line.includes(number)) break;
    tui.press('Down');
  }
  tui.press('Enter');
  await tui.sees('[Overview]');
}

/** Opens an assessment at its scores. */
export async function atScores(tui: Tui, assessment: ListedAssessment): Promise<void> {
  await atOverview(tui, assessment);
  tui.press('Enter');
  await tui.sees('Self rate');
}

/** Opens an assessment of an account over a line whose answers a test can hold back. */
export async function onLine(
  account: string,
  ...filter: string[]
): Promise<{ tui: Tui; line: FaultyLine; assessment: ListedAssessment }> {
  await desk.login(account);
  const assessment = await first(...filter);
  const line = await startProxy(server.url);
  desk.env.SHP_SERVER = line.url;
  const tui = await openAs(desk, account, { cols: 120, rows: 40 });
  await atOverview(tui, assessment);
  return { tui, line, assessment };
}
