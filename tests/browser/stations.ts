import { FILE_RULES } from '@shp/shared/domain/assessment/files';
import type { FormChange } from '@shp/shared/domain/assessment/formPatch';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { allItems, type StandardItem } from '@shp/shared/domain/standard/standard';
import type { BrowserContext, Page } from 'playwright-core';
import { firstLogin, type Person, upload } from '../support/accounts.ts';
import { COMPLETE_FORM, pdf, scoresAt } from '../support/materials.ts';
import { type Look, newTab, openAt, type Stage, type Visit } from './harness.ts';

export const PASSWORD = 'station-2026';
let count = 0;

/** A new station with a chosen password and no application. */
export async function newStation(stage: Stage, division = '450302'): Promise<Person> {
  count += 1;
  const account = `test-station-${process.pid}-${count}`;
  const profile = {
    name: `测试水电站${count}（示例）`,
    address: '示例路1号',
    legalPerson: '示例法人',
    contact: '示例联系人',
    phone: '13900000000',
    capacity: 1260,
  };
  const admin = await stage.person('admin');
  const made = await admin.api.call('POST user/add_station', { account, division, profile });
  return firstLogin(stage.url, account, made.initialPassword ?? '', PASSWORD);
}

/** A new station with a draft application. */
export async function newDraft(
  stage: Stage,
  level: Level = 3,
  division?: string,
): Promise<{ person: Person; id: string }> {
  const person = await newStation(stage, division);
  const { id } = await person.api.call('POST assessment/add_assessment', { level });
  return { person, id };
}

export async function itemsOf({ api }: Person, id: string): Promise<StandardItem[]> {
  const standard = await api.call('GET assessment/standard', { asm_id: id });
  return allItems(standard);
}

/** Fills in everything that a submission needs; `form` may leave fields out. */
export async function fillIn(person: Person, id: string, form: FormChange = COMPLETE_FORM): Promise<void> {
  await person.api.call('POST assessment/update_form', { id, form });
  const items = scoresAt(await itemsOf(person, id), 1, '');
  await person.api.call('POST assessment/station_scores', { id, items });
  await person.api.call('POST assessment/save_station_score', { id });
  for (const { id: category, required } of FILE_RULES) {
    if (required !== 'always') continue;
    await upload(person, { target: 'file', assessmentId: id, category, filename: `${category}.pdf` }, pdf(category));
  }
}

/** A complete application that was submitted and returned with a remark on the contact and one on an item. */
export async function returned(stage: Stage, serial: string): Promise<{ person: Person; id: string }> {
  const { person, id } = await newDraft(stage);
  await fillIn(person, id);
  await person.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
  const admin = await stage.person('admin');
  await admin.api.call('POST assessment/add_event', {
    id,
    status: 'returned',
    description: '请修改（示例）',
    remarks: [
      { part: 'form', field: 'unit.contact', text: '联系人已变更' },
      { part: 'score', serial, text: '请说明扣分' },
    ],
  });
  return { person, id };
}

/** Opens an assessment's page in a window of this account. */
export async function openPage(stage: Stage, person: Person, id: string, look: Look = { lang: 'en' }): Promise<Visit> {
  const visit = await openAt(stage, person, stationPath(id), look);
  await visit.page.getByRole('tab').first().waitFor();
  return visit;
}

const stationPath = (id: string) => `/assessments/${id}/station`;

export async function goTo(page: Page, id: string, hash = ''): Promise<void> {
  await page.goto(stationPath(id) + hash);
  await page.getByRole('tab').first().waitFor();
}

/** Opens a tab of the station's page. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

/** Waits until the server has every edit. */
export async function saved(page: Page): Promise<void> {
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}

export const scoreInput = (page: Page, serial: string) => page.locator(`[data-score="${serial}"]`);
export const reasonInput = (page: Page, serial: string) => page.locator(`[data-reason="${serial}"]`);
export const item = (page: Page, serial: string) => page.getByRole('region', { name: `Item ${serial}`, exact: true });

/** The server's state of an item. */
export async function storedScore({ api }: Person, id: string, serial: string) {
  const items = await api.call('GET assessment/station_scores', { id, s1: serial.split('.')[0] ?? '' });
  return items.find((one) => one.serial === serial);
}

/** Drops files on an element or pastes them into it, with the browser's events. */
export async function giveFiles(
  page: Page,
  selector: string,
  way: 'drop' | 'paste',
  files: { name: string; type: string; bytes: Uint8Array }[],
): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, text: Buffer.from(bytes).toString('base64') }));
  await page.locator(selector).evaluate(
    (element, { way: how, sent: given }) => {
      const data = new DataTransfer();
      for (const { name, type, text } of given) {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      if (how === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        return;
      }
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { way, sent },
  );
}

/** The page once more, in a new tab of the same browser. */
export async function reopen(context: BrowserContext, id: string, problems: string[]): Promise<Page> {
  const page = await newTab(context, problems);
  await goTo(page, id);
  return page;
}
