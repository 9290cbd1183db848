import { UserList } from '../users/UserList.tsx';

export default function Stations() {
  return <UserList kind="stations" />;
}
