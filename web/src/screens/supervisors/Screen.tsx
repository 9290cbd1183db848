import { UserList } from '../users/UserList.tsx';

export default function Supervisors() {
  return <UserList kind="supervisors" />;
}
