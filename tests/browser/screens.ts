import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { LOGIN, ROUTES, type RoutePath } from '@shp/shared/domain/routes';
import type { Page } from 'playwright-core';
import type { Stage } from './harness.ts';

/** A screen state for visual checks: the role, the route, and what `opens` opens there. */
export type Screen = {
  name: string;
  role: UserRole | null;
  route: RoutePath | typeof LOGIN;
  search?: string;
  /** The allowed statuses of the assessment on the page. */
  status?: readonly Status[];
  opens?: (page: Page) => Promise<void>;
};

const dialog = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await page.locator('[role=dialog]').waitFor();
};

/** Opens the choice of columns, which a phone has under ⋯. */
async function chooseColumns(page: Page): Promise<void> {
  const button = page.locator('[data-commands] [aria-haspopup=dialog]');
  await button.waitFor({ state: 'attached' });
  if (!(await button.isVisible())) await page.locator('[data-commands] [aria-controls]').first().click();
  await button.click();
  await page.locator('[role=dialog]').waitFor();
}

/** Opens the return of the selected rows: a button of the bar, on a phone an entry of its menu. */
async function returnSelected(page: Page): Promise<void> {
  const name = /^(Return|退回)/;
  const button = page.getByRole('button', { name });
  if ((await button.count()) === 0) await page.getByRole('button', { name: /^(More: \d|更多操作：已选)/ }).click();
  await button.or(page.getByRole('menuitem', { name })).click();
}

async function editFirst(page: Page): Promise<void> {
  await page.locator('tbody [aria-haspopup=menu]').first().click();
  await page.getByRole('menuitem').first().click();
  await page.locator('[role=dialog]').waitFor();
}

const tab = (place: number) => async (page: Page) => {
  await page.getByRole('tab').nth(place).click();
};

async function menu(page: Page): Promise<void> {
  await page.locator('header [aria-haspopup=menu]').last().click();
  await page.getByRole('menu').waitFor();
}

/** Opens the bell, which comes after the page. */
async function notices(page: Page): Promise<void> {
  await page.locator('header [aria-haspopup=dialog]').click();
  await page.locator('[role=dialog] li').first().waitFor();
}

async function changePassword(page: Page): Promise<void> {
  await menu(page);
  await page.getByRole('menuitem').nth(1).click();
  await page.locator('[role=dialog] [type=submit]').click();
}

/** Opens the dialog for choosing experts and waits for the list. */
async function pickExperts(page: Page) {
  await page.locator('main .MuiButton-outlined, [role=tabpanel] .MuiButton-contained').first().click();
  await page.locator('[role=dialog] tbody tr').first().waitFor();
}

/** Opens the command box and searches. */
async function findStations(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.locator('input[role=combobox]').fill('水');
  await page.getByRole('option').nth(6).waitFor();
}

async function keySheet(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
}

async function select(page: Page): Promise<void> {
  await page.locator('tbody [type=checkbox]:enabled').nth(0).check();
  await page.locator('tbody [type=checkbox]:enabled').nth(2).check();
}

/** All screens, by role, with the dialogs and tabs that they can open. */
export const SCREENS: readonly Screen[] = [
  { name: 'login', role: null, route: LOGIN },
  { name: 'home', role: 'admin', route: '/' },
  { name: 'home-ministry', role: 'ministry_manager', route: '/' },
  { name: 'home-province', role: 'province_manager', route: '/' },
  { name: 'home-wall', role: 'province_manager', route: '/', search: '?view=wall' },
  {
    name: 'home-report',
    role: 'province_manager',
    route: '/',
    opens: async (page) => {
      await page.locator('main a[href*="view=report"]').click();
      await page.locator('.report').waitFor();
    },
  },
  { name: 'home-city', role: 'city_manager', route: '/' },
  { name: 'home-county', role: 'county_manager', route: '/' },
  { name: 'home-supervisor', role: 'supervisor', route: '/' },
  { name: 'home-expert', role: 'expert', route: '/' },
  { name: 'home-station', role: 'station', route: '/' },
  { name: 'menu', role: 'admin', route: '/documents', opens: menu },
  { name: 'notices', role: 'city_manager', route: '/documents', opens: notices },
  { name: 'password', role: 'admin', route: '/documents', opens: changePassword },
  { name: 'find', role: 'province_manager', route: '/documents', opens: findStations },
  { name: 'keys', role: 'admin', route: '/documents', opens: keySheet },
  { name: 'keys-expert', role: 'expert', route: '/assessments/:id/expert', status: ['reviewing'], opens: keySheet },
  { name: 'managers', role: 'admin', route: '/managers' },
  { name: 'managers-add', role: 'admin', route: '/managers', search: '?add' },
  { name: 'experts', role: 'province_manager', route: '/experts' },
  { name: 'expert-show', role: 'admin', route: '/experts', opens: dialog('tbody a') },
  { name: 'expert-edit', role: 'admin', route: '/experts', opens: editFirst },
  { name: 'stations', role: 'city_manager', route: '/stations' },
  { name: 'stations-selected', role: 'admin', route: '/stations', opens: select },
  { name: 'stations-columns', role: 'admin', route: '/stations', opens: chooseColumns },
  { name: 'stations-add', role: 'county_manager', route: '/stations', search: '?add' },
  { name: 'stations-import', role: 'admin', route: '/stations', search: '?import' },
  { name: 'supervisors', role: 'admin', route: '/supervisors' },
  {
    name: 'supervisor-links',
    role: 'admin',
    route: '/supervisors',
    opens: dialog('tbody a[href*="links="]'),
  },
  { name: 'supervisor-stations', role: 'supervisor', route: '/supervisor/stations' },
  { name: 'assessments', role: 'province_manager', route: '/assessments' },
  { name: 'assessments-selected', role: 'province_manager', route: '/assessments', opens: select },
  {
    name: 'assessments-assign',
    role: 'province_manager',
    route: '/assessments',
    opens: async (page) => {
      await select(page);
      await page.locator('main .MuiButton-contained').first().click();
      await page.locator('[role=dialog] tbody tr').first().waitFor();
    },
  },
  {
    name: 'assessments-return',
    role: 'province_manager',
    route: '/assessments',
    opens: async (page) => {
      await select(page);
      await returnSelected(page);
      await page.locator('[role=dialog] textarea').first().waitFor();
    },
  },
  { name: 'assessments-all', role: 'admin', route: '/assessments', search: '?tab=all&city=450300&level=3' },
  { name: 'assessments-rated', role: 'city_manager', route: '/assessments', search: '?tab=rated' },
  { name: 'assessments-expert', role: 'expert', route: '/assessments' },
  { name: 'assessments-supervisor', role: 'supervisor', route: '/assessments' },
  { name: 'assessments-findings', role: 'county_manager', route: '/assessments', search: '?tab=findings' },
  {
    name: 'finding',
    role: 'county_manager',
    route: '/assessments',
    search: '?tab=findings',
    opens: dialog('main ul[aria-label] li button'),
  },
  { name: 'assessments-station', role: 'station', route: '/assessments' },
  { name: 'assessments-apply', role: 'station', route: '/assessments', search: '?add' },
  { name: 'station', role: 'station', route: '/assessments/:id/station' },
  { name: 'station-score', role: 'station', route: '/assessments/:id/station', opens: tab(1) },
  { name: 'station-files', role: 'station', route: '/assessments/:id/station', opens: tab(2) },
  { name: 'station-findings', role: 'station', route: '/assessments/:id/station', opens: tab(3) },
  { name: 'station-submit', role: 'station', route: '/assessments/:id/station', opens: tab(4) },
  { name: 'first', role: 'county_manager', route: '/assessments/:id/first_manager', status: ['submitted'] },
  { name: 'final', role: 'city_manager', route: '/assessments/:id/final_manager', status: ['reviewed'] },
  {
    name: 'final-compare',
    role: 'city_manager',
    route: '/assessments/:id/final_manager',
    status: ['reviewed'],
    opens: tab(1),
  },
  {
    name: 'final-conclude',
    role: 'city_manager',
    route: '/assessments/:id/final_manager',
    status: ['reviewed'],
    opens: tab(2),
  },
  { name: 'final-reviewing', role: 'province_manager', route: '/assessments/:id/final_manager', status: ['reviewing'] },
  {
    name: 'final-assign',
    role: 'province_manager',
    route: '/assessments/:id/final_manager',
    status: ['first_passed'],
    opens: async (page) => {
      await tab(0)(page);
      await pickExperts(page);
    },
  },
  { name: 'expert', role: 'expert', route: '/assessments/:id/expert', status: ['reviewing'] },
  { name: 'admin', role: 'admin', route: '/assessments/:id/admin', status: ['reviewing'] },
  { name: 'supervise', role: 'supervisor', route: '/assessments/:id/supervise' },
  { name: 'print', role: 'city_manager', route: '/assessments/:id/print-conclusion', status: ['passed'] },
  { name: 'print-draft', role: 'admin', route: '/assessments/:id/print-conclusion', status: ['reviewing'] },
  { name: 'documents', role: 'admin', route: '/documents' },
  { name: 'documents-upload', role: 'admin', route: '/documents', search: '?add' },
  { name: 'documents-station', role: 'station', route: '/documents' },
  { name: 'profile', role: 'expert', route: '/profile' },
  ...['notices', 'sessions', 'factors', 'tokens', 'display', 'settings', 'audit', 'standards'].map(
    (name): Screen => ({ name: `profile-${name}`, role: 'admin', route: '/profile', search: `?tab=${name}` }),
  ),
  {
    name: 'profile-notices-sent',
    role: 'admin',
    route: '/profile',
    search: '?tab=notices',
    opens: async (page) => {
      await page.locator('main input').nth(0).fill('a@example.org');
      await page.locator('main input').nth(1).fill('https://example.org/hook');
      await page.locator('tbody select').nth(3).selectOption('daily');
    },
  },
  {
    name: 'profile-settings-changed',
    role: 'admin',
    route: '/profile',
    search: '?tab=settings',
    opens: async (page) => {
      await page.getByRole('textbox').nth(1).fill('2');
    },
  },
  {
    name: 'profile-token',
    role: 'admin',
    route: '/profile',
    search: '?tab=tokens',
    opens: dialog('main .MuiButton-contained'),
  },
];

/** The routes without a screen in the table. */
export function routesLeftOut(): string[] {
  const shown: readonly string[] = SCREENS.map(({ route }) => route);
  return [...ROUTES.map(({ path }) => path), LOGIN].filter((path) => !shown.includes(path));
}

/** The URL of a screen; for an assessment page, of one that the role can see. */
export async function addressOf(
  stage: Stage,
  { name, role, route, search = '', status = [] }: Screen,
): Promise<string> {
  if (role === null || !route.includes(':id')) return `${route}${search}`;
  const { api } = await stage.person(role);
  const { items } = await api.call('GET assessment/query', { status: [...status], size: 1 });
  if (!items[0]) throw new Error(`the demo has no assessment for ${name}`);
  return `${route.replace(':id', items[0].id)}${search}`;
}

/** Waits until a screen is complete: its heading and the panel of each open tab are present, loading and animations have ended. */
export async function ready(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('[role=tab][aria-selected=true]')].every((tab) => {
        const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
        return panel === null || panel.getAttribute('aria-labelledby') === tab.id;
      }) &&
      document.querySelector('[role=progressbar]:not([aria-valuenow]), [aria-busy=true], .loading') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** Goes to a screen and opens its dialog or tab. */
export async function show(stage: Stage, page: Page, screen: Screen): Promise<void> {
  await page.goto(await addressOf(stage, screen));
  await ready(page);
  await screen.opens?.(page);
  if (screen.search && !screen.search.startsWith('?tab')) await page.locator('[role=dialog]').waitFor();
  await ready(page);
}
