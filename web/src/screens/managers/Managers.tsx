import { UserList } from '../users/UserList.tsx';

export default function Managers() {
  return <UserList kind="managers" />;
}
