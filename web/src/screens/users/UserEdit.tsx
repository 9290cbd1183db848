import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { hasDivision } from '@shp/shared/domain/accounts/userAdministration';
import { EditBase, useListContext, useRecordContext, useSaveContext } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { FormGrid } from '../../ui/FormGrid.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { AccountInput } from './AccountInput.tsx';
import { DivisionInput } from './DivisionInput.tsx';
import { DutiesInput } from './DutiesInput.tsx';
import { ProfileInputs, profileValues, type TypedProfile } from './ProfileInputs.tsx';

type TypedUser = Omit<User, 'profile'> & { profile: TypedProfile };

/** Dialog that edits a user. It sends the version it read, so that it does not overwrite another change. */
export default function UserEdit({ kind, id }: { kind: UserKind; id: string }) {
  const { web } = useText();
  const toast = useToast();
  const dialog = useDialog();
  const { refetch } = useListContext();
  return (
    <EditBase
      resource={kind}
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={{
        onError: (error: Error) => {
          toast.failed(error.message);
          dialog.close();
        },
      }}
      mutationOptions={{
        onSuccess: async () => {
          toast.done(web.saved);
          dialog.close();
          await refetch();
        },
      }}
      transform={(typed: TypedUser) => payload(kind, typed)}
    >
      <EditForm kind={kind} onCancel={dialog.close} />
    </EditBase>
  );
}

function EditForm({ kind, onCancel }: { kind: UserKind; onCancel: () => void }) {
  const { web } = useText();
  const user = useRecordContext<User>();
  const { saving } = useSaveContext();
  if (!user) return null;
  return (
    <FormDialog
      title={web.users.editTitle(user.profile.name)}
      submit={web.save}
      busy={saving ?? false}
      onCancel={onCancel}
    >
      <FormGrid>
        {kind !== 'supervisors' && <AccountInput />}
        {hasDivision(user.role) && <DivisionInput role={user.role} />}
        {user.role === 'admin' && <DutiesInput of={user.id} />}
        <ProfileInputs role={user.role} />
      </FormGrid>
    </FormDialog>
  );
}

/** `user/profile` updates supervisors; it takes only the profile. */
function payload(kind: UserKind, { id, role, account, division, duties, profile, version }: TypedUser) {
  const change = { profile: profileValues(role, profile), version };
  if (kind === 'supervisors') return { userId: id, ...change };
  return {
    id,
    account: account.trim(),
    ...(hasDivision(role) ? { division: division || null } : {}),
    ...(role === 'admin' ? { duties } : {}),
    ...change,
  };
}
