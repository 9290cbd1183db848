import { DUTIES, type Duty, inOrder, missingDuties, withSeveral } from '@shp/shared/domain/accounts/duties';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { Common } from '@shp/shared/text/en/common';
import { conflict, HttpError } from '../httpError.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { listAdministrators } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';

/** The given duties in their own order; all unless given. @throws HttpError `invalid` for another role */
export function dutiesFor(role: UserRole, given: readonly Duty[] | undefined): readonly Duty[] | undefined {
  if (role === 'admin') return inOrder(given ?? DUTIES);
  if (given !== undefined) throw new HttpError('invalid', { fields: { duties: ({ duties }) => duties.onlyAdmin } });
  return undefined;
}

/** With setting `separateDuties`, an administrator has one duty. @throws HttpError `conflict` */
export async function checkSeparate(db: Db, duties: readonly Duty[]): Promise<void> {
  if (duties.length > 1 && (await readSettings(db)).separateDuties)
    throw conflict((text) => text.duties.oneEach, 'duties');
}

/**
 * Whether an administrator may get other duties: not its own where duties are separate, and no duty may be left
 * without an account. @throws HttpError `conflict`
 */
export async function checkDuties(db: Db, caller: Caller, id: string, duties: readonly Duty[]): Promise<void> {
  const { separateDuties } = await readSettings(db);
  if (separateDuties && id === caller.id) throw conflict((text) => text.duties.own, 'duties');
  await checkSeparate(db, duties);
  await checkHeld(db, id, duties);
}

/** Whether every duty is held when this account has only these. @throws HttpError `conflict` */
export async function checkHeld(db: Db, id: string, duties: readonly Duty[]): Promise<void> {
  const others = (await listAdministrators(db)).filter((one) => one.id !== id);
  const [missing] = missingDuties([...others, { role: 'admin', duties }]);
  if (missing !== undefined) throw conflict((text) => text.duties.lastOf(text.duties.names[missing]), 'duties');
}

/** Whether duties are separate now. @throws HttpError `conflict`, naming the accounts with several */
export async function checkAllSeparate(db: Db): Promise<void> {
  const several = withSeveral(await listAdministrators(db));
  if (several.length === 0) return;
  const named = ({ duties, marks }: Common) =>
    several
      .map((one) => duties.of(one.account, one.duties.map((duty) => duties.names[duty]).join(marks.list)))
      .join(marks.list);
  throw conflict((text) => text.duties.several(named(text)), 'separateDuties');
}
