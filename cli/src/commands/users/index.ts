import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { AnyCommand } from '../../command/command.ts';
import { deleteUsers, recoverUsers, resetFactors, resetPasswords } from './bulk.ts';
import { addUser, showUser, updateUser } from './crud.ts';
import { exportUsers, importUsers, templateOf } from './importExport.ts';
import { listUsers } from './list.ts';

const VERBS = [
  listUsers,
  showUser,
  addUser,
  updateUser,
  deleteUsers,
  recoverUsers,
  resetPasswords,
  resetFactors,
  importUsers,
  exportUsers,
  templateOf,
];

/** The commands of one kind of user. */
export function userCommands(kind: UserKind): AnyCommand[] {
  return VERBS.map((verb) => verb(kind));
}
