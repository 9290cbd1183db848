import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { AnyCommand } from '../../core/command.ts';
import { exportUsers, importUsers, templateOf } from './exchange.ts';
import { listUsers } from './list.ts';
import { addUser, showUser, updateUser } from './one.ts';
import { deleteUsers, recoverUsers, resetPasswords } from './several.ts';

const VERBS = [
  listUsers,
  showUser,
  addUser,
  updateUser,
  deleteUsers,
  recoverUsers,
  resetPasswords,
  importUsers,
  exportUsers,
  templateOf,
];

/** The commands of one kind of user. */
export function userCommands(kind: UserKind): AnyCommand[] {
  return VERBS.map((verb) => verb(kind));
}
