import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { Page } from 'playwright-core';
import { firstLogin, logIn, type Person, upload } from '../support/accounts.ts';
import { pdf, png } from '../support/materials.ts';
import { type Look, openAt, type Stage, type Visit } from './harness.ts';
import { fillIn, itemsOf, newDraft } from './stations.ts';

export const MANAGER_PASSWORD = 'manager-2026';
/** The county of the stations in these tests (`newStation`). */
const COUNTY = '450302';
let count = 0;

/** A new managing unit. */
export async function newManager(
  stage: Stage,
  role: Extract<UserRole, 'county_manager' | 'city_manager'> = 'county_manager',
  division = COUNTY,
): Promise<Person> {
  count += 1;
  const account = `test-${role}-${process.pid}-${count}`;
  const profile = { name: `测试管理单位${count}（示例）`, contact: '示例联系人', phone: '13900000001' };
  const admin = await stage.person('admin');
  const made = await admin.api.call('POST user/add_manager', { account, role, division, profile });
  return firstLogin(stage.url, account, made.initialPassword ?? '', MANAGER_PASSWORD);
}

/** Logs the same account in on another device. */
export const again = ({ url, account }: Person) => logIn(url, account, MANAGER_PASSWORD);

type Sent = { station: Person; id: string };

/** An application that waits for its first review, with a missing item, lost points and evidence. */
export async function submitted(stage: Stage, division = COUNTY): Promise<Sent> {
  const { person: station, id } = await newDraft(stage, 3, division);
  await fillIn(station, id);
  const missing = (await itemsOf(station, id)).find(({ mayBeMissing }) => mayBeMissing);
  await station.api.call('POST assessment/station_scores', {
    id,
    items: [
      { serial: '1.1.2', score: 4, missing: false, reason: '缺少年度指标（示例）' },
      { serial: missing?.serial ?? '', score: null, missing: true, reason: '无此设施（示例）' },
    ],
  });
  await station.api.call('POST assessment/save_station_score', { id });
  const evidence = { target: 'evidence', assessmentId: id, serial: '1.1.1' };
  await upload(station, { ...evidence, filename: '责任书.png' }, png(60, 40));
  await upload(station, { ...evidence, filename: '制度.pdf' }, pdf('system'));
  await station.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
  return { station, id };
}

/** The same application, returned and resubmitted with changes: contact, score, evidence, and a replaced file. */
export async function resubmitted(stage: Stage): Promise<Sent> {
  const { station, id } = await submitted(stage);
  const admin = await stage.person('admin');
  await admin.api.call('POST assessment/add_event', {
    id,
    status: 'returned',
    description: '请按意见修改（示例）',
    remarks: [
      { part: 'form', field: 'unit.contact', text: '联系人已变更（示例）' },
      { part: 'score', serial: '1.1.2', text: '请核实得分（示例）' },
    ],
  });
  await station.api.call('POST assessment/update_form', { id, form: { unit: { contact: '新联系人（示例）' } } });
  const items = [{ serial: '1.1.2', score: 3, missing: false, reason: '另有一处不足（示例）' }];
  await station.api.call('POST assessment/station_scores', { id, items });
  await station.api.call('POST assessment/save_station_score', { id });
  const evidence = { target: 'evidence', assessmentId: id, serial: '2.1.1', filename: '新佐证.pdf' };
  await upload(station, evidence, pdf('evidence'));
  const report = (await station.api.call('GET file/list', { id })).find(({ category }) => category === 'selfReport');
  const replacement = { target: 'file', assessmentId: id, category: 'selfReport', filename: '自评报告.pdf' };
  await upload(station, replacement, pdf('report'));
  await station.api.call('POST file/delete?', { id: report?.id ?? '' });
  await station.api.call('POST assessment/add_event', { id, status: 'submitted', description: '已修改（示例）' });
  return { station, id };
}

/** Opens a page of an assessment in a window of this account. */
export async function openReview(
  stage: Stage,
  person: Person,
  path: string,
  look: Look = { lang: 'en' },
): Promise<Visit> {
  const visit = await openAt(stage, person, `/assessments/${path}`, look);
  await visit.page.getByRole('tab').first().waitFor();
  return visit;
}

export const openPart = (page: Page, name: string) =>
  page
    .getByRole('tablist')
    .first()
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .click();

/** Adds a remark at the named place. */
export async function remark(page: Page, place: string, text: string): Promise<void> {
  await page.getByRole('button', { name: `Remark on ${place}`, exact: true }).click();
  await page.getByRole('textbox', { name: `Remark on ${place}`, exact: true }).fill(text);
}
