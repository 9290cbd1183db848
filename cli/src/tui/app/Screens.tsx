import { type Role, USER_KINDS } from '@shp/shared/domain/accounts/roles';
import { type MenuEntry, menuOf } from '@shp/shared/domain/menu';
import { guard } from '@shp/shared/domain/routes';
import type { ReactNode } from 'react';
import { CommandsScreen } from '../commands/CommandsScreen.tsx';
import { AssessmentsTab } from '../screens/AssessmentsTab.tsx';
import { AssessmentScreen } from '../screens/assessment/AssessmentScreen.tsx';
import { DocumentsTab } from '../screens/DocumentsTab.tsx';
import { FindingScreen } from '../screens/findings/FindingScreen.tsx';
import { FindingsScreen } from '../screens/findings/FindingsScreen.tsx';
import { Home } from '../screens/home/Home.tsx';
import { JobsScreen } from '../screens/JobsScreen.tsx';
import { NoticesScreen } from '../screens/notices/NoticesScreen.tsx';
import { Profile } from '../screens/Profile.tsx';
import { SupervisedTab } from '../screens/supervised/SupervisedTab.tsx';
import { UserScreen } from '../screens/UserScreen.tsx';
import { UsersTab } from '../screens/UsersTab.tsx';
import type { Screen } from '../session.ts';

/** The content of each tab, by its path in the menu. */
const TABS: Readonly<Record<string, (height: number) => ReactNode>> = {
  '/': (height) => <Home height={height} />,
  ...Object.fromEntries(
    USER_KINDS.map((kind) => [`/${kind}`, (height: number) => <UsersTab key={kind} kind={kind} height={height} />]),
  ),
  '/assessments': (height) => <AssessmentsTab height={height} />,
  '/supervisor/stations': (height) => <SupervisedTab supervisor={null} height={height} />,
  '/documents': (height) => <DocumentsTab height={height} />,
};

/** The content of a tab. */
export function Tab({ path, height }: { path: string; height: number }) {
  return TABS[path]?.(height);
}

/** A screen that was opened above a tab. */
export function Opened({ screen, height }: { screen: Screen; height: number }) {
  switch (screen.kind) {
    case 'assessment':
      return <AssessmentScreen key={screen.id} id={screen.id} name={screen.name} height={height} />;
    case 'user':
      return <UserScreen key={screen.user.id} kind={screen.users} user={screen.user} height={height} />;
    case 'stations':
      return <UsersTab kind="stations" division={screen.division} height={height} />;
    case 'assessments':
      return <AssessmentsTab of={screen.of} height={height} />;
    case 'supervised':
      return (
        <SupervisedTab key={screen.user.id} supervisor={screen.user} toLink={screen.toLink === true} height={height} />
      );
    case 'findings':
      return <FindingsScreen key={screen.view} view={screen.view} height={height} />;
    case 'finding':
      return <FindingScreen id={screen.id} no={screen.no} height={height} />;
    case 'notices':
      return <NoticesScreen height={height} />;
    case 'jobs':
      return <JobsScreen height={height} />;
    case 'commands':
      return <CommandsScreen height={height} />;
    case 'profile':
      return <Profile height={height} />;
  }
}

/** The tabs of a role: the visible entries of its menu that its route guard allows and that the terminal has. */
export function tabsOf(role: Role): readonly MenuEntry[] {
  return menuOf(role).filter(({ path, hidden }) => hidden !== true && path in TABS && guard(role, path).go === 'stay');
}
