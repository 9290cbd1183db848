import { ROLES } from '@shp/shared/domain/accounts/roles';
import { menuOf } from '@shp/shared/domain/menu';
import { ROUTES } from '@shp/shared/domain/routes';
import { common as en } from '@shp/shared/text/en/common';
import { common as zh } from '@shp/shared/text/zh/common';

/** The page docs/generated/screens.md: the routes of the console and the menu of each role. */
export function screensDocs(): string {
  const routes = ROUTES.map((route) => {
    const name = 'menu' in route ? `${zh.menu[route.menu]} · ${en.menu[route.menu]}` : '';
    const roles = route.roles?.join(', ') ?? 'any logged-in role';
    return `| ${route.path} | ${name}${'hidden' in route ? ' (hidden)' : ''} | ${roles} |`;
  });
  const menus = ROLES.map(
    (role) =>
      `| ${role} | ${menuOf(role)
        .map(({ path }) => path)
        .join(', ')} |`,
  );
  return `${[
    '# Routes and menus of the console',
    'Made from `shared/src/domain/routes.ts` by `npm run docs`. Rules: [screens](../spec/screens.md#routes-and-guard).',
    ['| route | in the menu | roles |', '|---|---|---|', ...routes].join('\n'),
    ['| role | menu |', '|---|---|', ...menus].join('\n'),
  ].join('\n\n')}\n`;
}
