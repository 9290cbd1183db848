import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { mayManage } from '@shp/shared/domain/accounts/userAdministration';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { RowMenu } from '../../ui/list/RowMenu.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { mayOperate, type Operation } from './operations.ts';

type Props = {
  kind: UserKind;
  user: User;
  operations: readonly Operation[];
  onOperate: (operation: Operation) => void;
};

/** The actions on one user that the caller may take. */
export function RowActions({ kind, user, operations, onOperate }: Props) {
  const { web } = useText();
  const caller = useUser();
  const dialog = useDialog();
  const { name } = user.profile;
  if (!mayManage(caller, user)) return null;
  const edit = { label: web.users.editShort, onChoose: () => dialog.open('edit', user.id) };
  const offered = operations.map((operation) => ({
    label: web.users.operations[operation].action,
    onChoose: () => onOperate(operation),
  }));
  const links = { label: web.users.links(name), onChoose: () => dialog.open('links', user.id) };
  const own = [edit, ...(kind === 'supervisors' ? [links] : [])];
  return (
    <RowMenu name={name} actions={[...(user.isDeleted ? [] : own), ...(mayOperate(caller, user) ? offered : [])]} />
  );
}
