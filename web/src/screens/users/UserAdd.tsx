import type { Output } from '@shp/shared/api/index';
import { divisionFits, hasDivision, MANAGES } from '@shp/shared/domain/managing';
import { hashPassword } from '@shp/shared/domain/passwords';
import { KIND_ROLES, type UserKind, type UserRole } from '@shp/shared/domain/roles';
import { Fragment, useState } from 'react';
import { CreateBase, FormDataConsumer, useListContext, useSaveContext } from 'react-admin';
import { useUser } from '../../session.ts';
import { useTell } from '../../tell.ts';
import { useText } from '../../texts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { FormGrid } from '../../ui/FormGrid.tsx';
import { SelectInput } from '../../ui/fields/SelectInput.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { AccountInput } from './AccountInput.tsx';
import { DivisionInput } from './DivisionInput.tsx';
import { FirstPassword } from './FirstPassword.tsx';
import { InitialPassword } from './InitialPassword.tsx';
import { ProfileInputs } from './ProfileInputs.tsx';
import { profileValues, type TypedProfile } from './profileValues.ts';

type Typed = { account: string; role?: UserRole; division?: string; profile?: TypedProfile; password?: string };
type Added = Output<'POST user/add_station'>;

/** The dialog that adds a user, and then shows the initial password that was made. */
export default function UserAdd({ kind }: { kind: UserKind }) {
  const { web } = useText();
  const tell = useTell();
  const dialog = useDialog();
  const { refetch } = useListContext();
  const [made, setMade] = useState<{ account: string; password: string } | null>(null);

  async function added({ initialPassword }: Added, account: string) {
    tell.done(web.users.added);
    if (initialPassword === undefined) dialog.close();
    else setMade({ account, password: initialPassword });
    await refetch();
  }

  if (made) return <InitialPassword {...made} onClose={dialog.close} />;
  return (
    <CreateBase
      resource={kind}
      redirect={false}
      mutationOptions={{
        onSuccess: (data: Added, { data: sent }: { data?: { account?: string } }) => added(data, sent?.account ?? ''),
      }}
      transform={(typed: Typed) => payload(kind, typed)}
    >
      <AddForm kind={kind} onCancel={dialog.close} />
    </CreateBase>
  );
}

function AddForm({ kind, onCancel }: { kind: UserKind; onCancel: () => void }) {
  const { common, web } = useText();
  const caller = useUser();
  const { saving } = useSaveContext();
  const roles = KIND_ROLES[kind].filter((role) => MANAGES[caller.role].includes(role));
  const onlyRole = roles.length === 1 ? roles[0] : undefined;
  const own = onlyRole && caller.division && divisionFits(onlyRole, caller.division) ? caller.division : '';
  return (
    <FormDialog
      title={web.users.addTitle[kind]}
      submit={web.save}
      busy={saving ?? false}
      onCancel={onCancel}
      defaultValues={{ role: onlyRole ?? '', division: own }}
    >
      <FormGrid>
        <AccountInput />
        {roles.length > 1 && (
          <SelectInput
            source="role"
            label={common.fields.role}
            required
            options={roles.map((role) => [role, common.roles[role]])}
          />
        )}
        <FormDataConsumer<Typed>>
          {({ formData: { role } }) =>
            role && (
              <Fragment key={role}>
                {hasDivision(role) && <DivisionInput role={role} />}
                <ProfileInputs role={role} />
              </Fragment>
            )
          }
        </FormDataConsumer>
        <FirstPassword />
      </FormGrid>
    </FormDialog>
  );
}

function payload(kind: UserKind, { account, role, division, profile, password }: Typed) {
  const of = role ?? KIND_ROLES[kind][0];
  if (!of) throw new Error('a new user without a role');
  return {
    account: account.trim(),
    ...(kind === 'managers' ? { role: of } : {}),
    ...(hasDivision(of) ? { division: division || null } : {}),
    profile: profileValues(of, profile, true),
    ...(password ? { password: hashPassword(password) } : {}),
  };
}
