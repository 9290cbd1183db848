// `npm run screens [FOLDER]`: takes pictures of the console's screens, in both languages, both themes and two widths.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStage } from '../tests/browser/harness.ts';

const folder = process.argv[2] ?? 'screens';
const LOOKS = [
  { lang: 'zh', theme: 'light', width: 1200 },
  { lang: 'en', theme: 'dark', width: 1200 },
  { lang: 'zh', theme: 'dark', width: 380 },
  { lang: 'en', theme: 'light', width: 380 },
];

/** What is taken, by whom it is seen; `after` does what leads from the address to the picture. */
const SCREENS = [
  { name: 'login', role: null, path: '/login' },
  { name: 'home', role: 'admin', path: '/' },
  { name: 'home-ministry', role: 'ministry_manager', path: '/' },
  { name: 'managers', role: 'admin', path: '/managers' },
  { name: 'experts', role: 'province_manager', path: '/experts' },
  { name: 'stations', role: 'city_manager', path: '/stations' },
  { name: 'stations-selected', role: 'admin', path: '/stations', after: select },
  { name: 'stations-add', role: 'admin', path: '/stations?add' },
  { name: 'stations-import', role: 'admin', path: '/stations?import' },
  {
    name: 'stations-columns',
    role: 'admin',
    path: '/stations',
    after: dialog('[aria-haspopup=dialog]'),
  },
  { name: 'expert-show', role: 'admin', path: '/experts', after: dialog('tbody a') },
  {
    name: 'expert-edit',
    role: 'admin',
    path: '/experts',
    after: dialog('tbody td:last-child a'),
  },
  { name: 'supervisors', role: 'admin', path: '/supervisors' },
  {
    name: 'supervisor-links',
    role: 'admin',
    path: '/supervisors',
    after: dialog('tbody td:last-child a:nth-of-type(2)'),
  },
  { name: 'supervisor-stations', role: 'supervisor', path: '/supervisor/stations' },
  { name: 'assessments', role: 'province_manager', path: '/assessments' },
  { name: 'assessments-station', role: 'station', path: '/assessments' },
  { name: 'profile', role: 'expert', path: '/profile' },
  { name: 'profile-sessions', role: 'admin', path: '/profile?tab=sessions' },
  { name: 'profile-tokens', role: 'admin', path: '/profile?tab=tokens' },
  { name: 'profile-display', role: 'admin', path: '/profile?tab=display' },
  {
    name: 'profile-menu',
    role: 'admin',
    path: '/documents',
    after: (page) => page.locator('header [aria-haspopup=menu]').click(),
  },
  { name: 'change-password', role: 'admin', path: '/documents', after: changePassword },
];

/** Opens a dialog by the first element of a kind. */
function dialog(selector) {
  return async (page) => {
    await page.locator(selector).first().click();
    await page.locator('[role=dialog]').waitFor();
  };
}

async function select(page) {
  await page.locator('tbody [type=checkbox]').nth(0).check();
  await page.locator('tbody [type=checkbox]').nth(2).check();
}

async function changePassword(page) {
  await page.locator('header [aria-haspopup=menu]').click();
  await page.getByRole('menuitem').nth(1).click();
  await page.locator('[type=submit]').click();
}

const only = process.argv.slice(3);
const stage = await openStage();
mkdirSync(folder, { recursive: true });
for (const look of LOOKS) {
  for (const { name, role, path, after } of SCREENS) {
    if (only.length > 0 && !only.includes(name)) continue;
    const { page, context, problems } = role === null ? await stage.visit(look) : await stage.visitAs(role, look);
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await after?.(page);
    await page.waitForLoadState('networkidle');
    const file = join(folder, `${name}-${look.lang}-${look.theme}-${look.width}.png`);
    await page.screenshot({ path: file, fullPage: after === undefined && !path.includes('?'), animations: 'disabled' });
    for (const problem of problems) console.error(`${file}: ${problem}`);
    await context.close();
  }
}
await stage.close();
