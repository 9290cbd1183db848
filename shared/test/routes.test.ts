import { describe, expect, test } from 'vitest';
import { ROLES, type Role, roleName } from '../src/domain/accounts/roles.ts';
import { markedPath, menuOf } from '../src/domain/menu.ts';
import { guard, ROUTES } from '../src/domain/routes.ts';
import { common as en } from '../src/text/en/common.ts';
import { common as zh } from '../src/text/zh/common.ts';

/** The route table of docs/spec/screens.md#routes-and-guard, written out a second time with an example of each path. */
const ANY = ROLES.join(' ');
const TABLE: Record<string, string> = {
  '/': ANY,
  '/profile': ANY,
  '/managers': 'admin province_manager',
  '/experts': 'admin province_manager city_manager county_manager',
  '/stations': 'admin province_manager city_manager county_manager',
  '/supervisors': 'admin province_manager',
  '/supervisor/stations': 'supervisor',
  '/assessments': 'admin province_manager city_manager county_manager expert station supervisor',
  '/assessments/a1/station': 'station',
  '/assessments/a1/first_manager': 'admin province_manager city_manager county_manager',
  '/assessments/a1/final_manager': 'admin province_manager city_manager',
  '/assessments/a1/expert': 'admin expert',
  '/assessments/a1/admin': 'admin',
  '/assessments/a1/supervise': 'admin province_manager supervisor',
  '/assessments/a1/print-conclusion': 'admin province_manager city_manager county_manager expert',
  '/documents': ANY,
};

describe('route guard', () => {
  test('has every route of the specification and no other', () => {
    expect(ROUTES.map(({ path }) => path.replace(':id', 'a1')).sort()).toEqual(Object.keys(TABLE).sort());
  });

  test.each(ROLES.flatMap((role) => Object.keys(TABLE).map((path) => [role, path] as const)))(
    '%s at %s',
    (role, path) => {
      const may = (TABLE[path] ?? '').split(' ').includes(role);
      const { go } = guard(role, path);
      expect(go).toBe(may ? 'stay' : 'redirect');
      if (!may) expect(guard(role, path)).toEqual({ go: 'redirect', to: '/' });
    },
  );

  test.each([...Object.keys(TABLE), '/nowhere', '', '//'])('nobody logged in at %j goes to the login', (path) => {
    expect(guard(null, path)).toEqual({ go: 'redirect', to: '/login' });
  });

  test('sign-in is open without a login and leads home with one', () => {
    expect(guard(null, '/login')).toEqual({ go: 'stay', route: '/login' });
    for (const role of ROLES) expect(guard(role, '/login')).toEqual({ go: 'redirect', to: '/' });
  });

  test.each([
    '/nowhere',
    '/assessments/a1',
    '/assessments//admin',
    '/assessments/a1/b/admin',
    '/Managers',
    '/managersx',
  ])('any other path, %s, leads home', (path) => {
    expect(guard('admin', path)).toEqual({ go: 'redirect', to: '/' });
  });

  test('a trailing slash changes nothing', () => {
    expect(guard('admin', '/managers/')).toEqual({ go: 'stay', route: '/managers' });
    expect(guard('admin', '/')).toEqual({ go: 'stay', route: '/' });
  });
});

describe('the menu', () => {
  const LISTS = ['/experts', '/stations'];
  test.each([
    ['admin', ['/managers', ...LISTS, '/supervisors', '/assessments']],
    ['province_manager', ['/managers', ...LISTS, '/supervisors', '/assessments']],
    ['city_manager', [...LISTS, '/assessments']],
    ['county_manager', [...LISTS, '/assessments']],
    ['expert', ['/assessments']],
    ['station', ['/assessments']],
    ['supervisor', ['/assessments', '/supervisor/stations']],
    ['ministry_manager', []],
    ['guest', []],
  ] as [Role, string[]][])('of %s', (role, middle) => {
    const menu = menuOf(role);
    expect(menu.map(({ path }) => path)).toEqual(['/', '/profile', ...middle, '/documents']);
    expect(menu.filter(({ hidden }) => hidden).map(({ path }) => path)).toEqual(['/profile']);
    for (const { path } of menu) expect(guard(role, path).go).toBe('stay');
  });
});

describe('selected menu entry', () => {
  test.each(['/experts', '/experts/', '/', '/supervisor/stations'])('%s: the page itself', (path) => {
    expect(markedPath(path)).toEqual({ path: path === '/' ? '/' : path.replace(/\/$/, ''), exact: true });
  });
  test.each(['admin', 'expert', 'print-conclusion', 'station/'])('/assessments/a1/%s belongs to the list', (page) => {
    expect(markedPath(`/assessments/a1/${page}`)).toEqual({ path: '/assessments', exact: false });
  });
  test.each(['/nowhere', '/assessments/a1', '/login'])('%s belongs to none', (path) => {
    expect(markedPath(path)).toBeNull();
  });
});

describe('names of roles', () => {
  test('match the specification in English', () => {
    expect(ROLES.map((role) => roleName(role, en))).toEqual([
      'guest',
      'administrator',
      'ministry-level unit',
      'province-level unit',
      'city-level unit',
      'county-level unit',
      'review expert',
      'hydropower station',
      'aggregate account',
    ]);
    expect(new Set(ROLES.map((role) => roleName(role, zh))).size).toBe(ROLES.length);
  });

  test.each(['', 'Admin', 'root', 'toString', 'constructor'])('%j is an invalid role', (role) => {
    expect(() => roleName(role, en)).toThrow(new RangeError('invalid role'));
  });
});
