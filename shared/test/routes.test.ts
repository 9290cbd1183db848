import { describe, expect, test } from 'vitest';
import { ROLES, type Role, roleName } from '../src/domain/accounts/roles.ts';
import { activeMenuPath, menuOf } from '../src/domain/menu.ts';
import { guard, ROUTES } from '../src/domain/routes.ts';
import { common as en } from '../src/text/en/common.ts';
import { common as zh } from '../src/text/zh/common.ts';

/** An example of each path. What the table says is read in docs/generated/screens.md. */
const PATHS = ROUTES.map(({ path }) => path.replace(':id', 'a1'));

describe('route guard', () => {
  test.each(ROLES)('%s stays where the route names the role, and is led home elsewhere', (role) => {
    for (const [index, { path, roles }] of ROUTES.entries()) {
      const may = roles === null || (roles as readonly Role[]).includes(role);
      expect(guard(role, PATHS[index] ?? '')).toEqual(may ? { go: 'stay', route: path } : { go: 'redirect', to: '/' });
    }
  });

  test.each([
    ['station', '/stations'],
    ['expert', '/experts'],
    ['county_manager', '/assessments/a1/final_manager'],
    ['city_manager', '/managers'],
    ['ministry_manager', '/assessments'],
    ['guest', '/assessments'],
    ['supervisor', '/assessments/a1/print-conclusion'],
  ] as const)('%s has no %s', (role, path) => {
    expect(guard(role, path)).toEqual({ go: 'redirect', to: '/' });
  });

  test.each([...PATHS, '/nowhere', '', '//'])('nobody logged in at %j goes to the login', (path) => {
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
  test.each(ROLES)('of %s: home, the hidden profile, pages that it may open, documents', (role) => {
    const menu = menuOf(role);
    const paths = menu.map(({ path }) => path);
    expect([...paths.slice(0, 2), paths.at(-1)]).toEqual(['/', '/profile', '/documents']);
    expect(menu.filter(({ hidden }) => hidden).map(({ path }) => path)).toEqual(['/profile']);
    for (const path of paths) expect(guard(role, path).go).toBe('stay');
  });
});

describe('selected menu entry', () => {
  test.each(['/experts', '/experts/', '/', '/supervisor/stations'])('%s: the page itself', (path) => {
    expect(activeMenuPath(path)).toEqual({ path: path === '/' ? '/' : path.replace(/\/$/, ''), exact: true });
  });
  test.each(['admin', 'expert', 'print-conclusion', 'station/'])('/assessments/a1/%s belongs to the list', (page) => {
    expect(activeMenuPath(`/assessments/a1/${page}`)).toEqual({ path: '/assessments', exact: false });
  });
  test.each(['/nowhere', '/assessments/a1', '/login'])('%s belongs to none', (path) => {
    expect(activeMenuPath(path)).toBeNull();
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
