import { UserList } from '../users/UserList.tsx';

export default function Experts() {
  return <UserList kind="experts" />;
}
