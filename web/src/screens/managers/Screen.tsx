import { UserList } from '../users/UserList.tsx';
import { UnitTree } from './UnitTree.tsx';

export default function Managers() {
  return <UserList kind="managers" tree={<UnitTree />} />;
}
