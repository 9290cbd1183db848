import AccountTree from '@mui/icons-material/AccountTree';
import Delete from '@mui/icons-material/Delete';
import DeleteForever from '@mui/icons-material/DeleteForever';
import Edit from '@mui/icons-material/Edit';
import LockReset from '@mui/icons-material/LockReset';
import RestoreFromTrash from '@mui/icons-material/RestoreFromTrash';
import IconButton from '@mui/material/IconButton';
import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { mayManage } from '@shp/shared/domain/accounts/userAdministration';
import { Link } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { useDialog } from '../../ui/useDialog.ts';
import { mayOperate, type Operation } from './operations.ts';

const ICONS = { delete: Delete, recover: RestoreFromTrash, reset: LockReset, remove: DeleteForever };

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
  return (
    <>
      {!user.isDeleted && (
        <IconButton
          component={Link}
          to={dialog.to('edit', user.id)}
          size="small"
          aria-label={web.users.edit(name)}
          title={web.users.edit(name)}
        >
          <Edit fontSize="small" />
        </IconButton>
      )}
      {kind === 'supervisors' && !user.isDeleted && (
        <IconButton
          component={Link}
          to={dialog.to('links', user.id)}
          size="small"
          aria-label={web.users.links(name)}
          title={web.users.links(name)}
        >
          <AccountTree fontSize="small" />
        </IconButton>
      )}
      {mayOperate(caller, user) &&
        operations.map((operation) => {
          const Icon = ICONS[operation];
          const label = web.users.operations[operation].of(name);
          return (
            <IconButton
              key={operation}
              size="small"
              aria-label={label}
              title={label}
              onClick={() => onOperate(operation)}
            >
              <Icon fontSize="small" />
            </IconButton>
          );
        })}
    </>
  );
}
