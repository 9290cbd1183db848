import { type Role, USER_KINDS, type UserKind } from '@shp/shared/domain/accounts/roles';
import { type MenuEntry, menuOf } from '@shp/shared/domain/menu';
import { guard } from '@shp/shared/domain/routes';
import { AssessmentsTab } from '../screens/AssessmentsTab.tsx';
import { AssessmentScreen } from '../screens/assessment/AssessmentScreen.tsx';
import { DocumentsTab } from '../screens/DocumentsTab.tsx';
import { Home } from '../screens/Home.tsx';
import { JobsScreen } from '../screens/JobsScreen.tsx';
import { Profile } from '../screens/Profile.tsx';
import { SupervisedTab } from '../screens/SupervisedTab.tsx';
import { UserScreen } from '../screens/UserScreen.tsx';
import { UsersTab } from '../screens/UsersTab.tsx';
import type { Screen } from '../session.ts';

/** The content of a tab. */
export function Tab({ path, height }: { path: string; height: number }) {
  const kind = USER_KINDS.find((one) => path === `/${one}`);
  if (kind !== undefined) return <UsersTab key={kind} kind={kind satisfies UserKind} height={height} />;
  switch (path) {
    case '/assessments':
      return <AssessmentsTab height={height} />;
    case '/supervisor/stations':
      return <SupervisedTab supervisor={null} height={height} />;
    case '/documents':
      return <DocumentsTab height={height} />;
    default:
      return <Home height={height} />;
  }
}

/** A screen that was opened above a tab. */
export function Opened({ screen, height }: { screen: Screen; height: number }) {
  switch (screen.kind) {
    case 'assessment':
      return <AssessmentScreen key={screen.id} id={screen.id} name={screen.name} height={height} />;
    case 'user':
      return <UserScreen key={screen.user.id} kind={screen.users} user={screen.user} height={height} />;
    case 'supervised':
      return <SupervisedTab key={screen.user.id} supervisor={screen.user} height={height} />;
    case 'jobs':
      return <JobsScreen height={height} />;
    case 'profile':
      return <Profile height={height} />;
  }
}

/** The tabs of a role: the visible entries of its menu that its route guard allows. */
export function tabsOf(role: Role): readonly MenuEntry[] {
  return menuOf(role).filter(({ path, hidden }) => hidden !== true && guard(role, path).go === 'stay');
}
