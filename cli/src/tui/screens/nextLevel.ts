import type { CallKey } from '@shp/shared/api/index';
import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { Screen } from '../session.ts';
import type { Texts } from '../texts.ts';

type NextLevel = { screen: Screen; call: CallKey; menu: 'stations' | 'assessments' | 'supervisorStations' };

/** What lies below an account: a unit's stations, a station's or an expert's assessments, the stations of an aggregate account. */
export function nextLevel(kind: UserKind, user: User): NextLevel | null {
  const { name } = user.profile;
  switch (kind) {
    case 'managers':
      return user.division === null
        ? null
        : { screen: { kind: 'stations', division: user.division, name }, call: 'GET user/stations', menu: 'stations' };
    case 'stations':
      return {
        screen: { kind: 'assessments', of: { search: user.account }, name },
        call: 'GET assessment/query',
        menu: 'assessments',
      };
    case 'supervisors':
      return { screen: { kind: 'supervised', user }, call: 'GET supervise/stations', menu: 'supervisorStations' };
    case 'experts':
      return {
        screen: { kind: 'assessments', of: { expert: user.id }, name },
        call: 'GET assessment/query',
        menu: 'assessments',
      };
  }
}

/** What Enter is called where it goes there. */
export function nextLevelName({ menu }: NextLevel, { common, tui }: Texts): string {
  return { ...common.menu, ...tui.shortTabs }[menu];
}
