import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import { DUTIES, type Duty } from '@shp/shared/domain/accounts/duties';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { KIND_ROLES, type UserKind, type UserRole } from '@shp/shared/domain/accounts/roles';
import { divisionFits, hasDivision, MANAGES } from '@shp/shared/domain/accounts/userAdministration';
import { Fragment, useState } from 'react';
import { FormDataConsumer } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { useSettings } from '../../core/useSettings.ts';
import { useToast } from '../../core/useToast.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { FormGrid } from '../../ui/FormGrid.tsx';
import { SelectInput } from '../../ui/fields/FieldInput.tsx';
import { useRenewList } from '../../ui/list/useRenewList.ts';
import { useDialog } from '../../ui/useDialog.ts';
import { AccountInput } from './AccountInput.tsx';
import { addUser } from './addUser.ts';
import { DivisionInput } from './DivisionInput.tsx';
import { DutiesInput } from './DutiesInput.tsx';
import { useDialogsText } from './dialogsText.ts';
import { FirstPassword } from './FirstPassword.tsx';
import { InitialPassword } from './InitialPassword.tsx';
import { ProfileInputs, profileValues, type TypedProfile } from './ProfileInputs.tsx';

type Typed = {
  account: string;
  role?: UserRole;
  division?: string;
  duties?: Duty[];
  profile?: TypedProfile;
  password?: string;
};

/** Dialog that adds a user and then shows the generated initial password. */
export default function UserAdd({ kind }: { kind: UserKind }) {
  const { web } = useText();
  const toast = useToast();
  const dialog = useDialog();
  const renewList = useRenewList();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<{ id: string; account: string; password: string } | null>(null);

  /** Returns the problems by field, for the form to show. */
  async function add(typed: Typed): Promise<Record<string, string> | undefined> {
    const input = payload(kind, typed);
    setBusy(true);
    try {
      const { id, initialPassword } = await addUser(kind, input);
      toast.done(web.users.added);
      if (initialPassword === undefined) dialog.close();
      else setMade({ id, account: input.account, password: initialPassword });
      renewList();
      return;
    } catch (error) {
      toast.failed(error);
      return error instanceof ApiError ? error.fields : undefined;
    } finally {
      setBusy(false);
    }
  }

  if (made) return <InitialPassword {...made} onClose={dialog.close} />;
  return <AddForm kind={kind} busy={busy} onSubmit={add} onCancel={dialog.close} />;
}

type FormProps = {
  kind: UserKind;
  busy: boolean;
  onSubmit: (typed: Typed) => Promise<unknown>;
  onCancel: () => void;
};

function AddForm({ kind, busy, onSubmit, onCancel }: FormProps) {
  const { common, web } = useText();
  const words = useDialogsText();
  const caller = useUser();
  const separate = useSettings()?.separateDuties === true;
  const roles = KIND_ROLES[kind].filter((role) => MANAGES[caller.role].includes(role));
  const onlyRole = roles.length === 1 ? roles[0] : undefined;
  const own = onlyRole && caller.division && divisionFits(onlyRole, caller.division) ? caller.division : '';
  return (
    <FormDialog
      title={web.users.addTitle[kind]}
      submit={web.save}
      busy={busy}
      onCancel={onCancel}
      onSubmit={(typed) => onSubmit(typed as Typed)}
      defaultValues={{ role: onlyRole ?? '', division: own, duties: separate ? [] : [...DUTIES] }}
    >
      <FormGrid>
        {roles.length > 1 && (
          <SelectInput
            source="role"
            label={common.fields.role}
            required
            options={roles.map((role) => [role, common.roles[role]])}
          />
        )}
        <AccountInput />
        <FormDataConsumer<Typed>>
          {({ formData: { role } }) =>
            role ? (
              <Fragment key={role}>
                {hasDivision(role) && <DivisionInput role={role} />}
                {role === 'admin' && <DutiesInput />}
                <ProfileInputs role={role} />
              </Fragment>
            ) : (
              <Typography sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>{words.roleFirst}</Typography>
            )
          }
        </FormDataConsumer>
        <FirstPassword />
      </FormGrid>
    </FormDialog>
  );
}

function payload(kind: UserKind, { account, role, division, duties, profile, password }: Typed) {
  const of = role ?? KIND_ROLES[kind][0];
  if (!of) throw new Error('a new user without a role');
  return {
    account: account.trim(),
    ...(kind === 'managers' ? { role: of } : {}),
    ...(hasDivision(of) ? { division: division || null } : {}),
    ...(of === 'admin' && duties ? { duties } : {}),
    profile: profileValues(of, profile, true),
    ...(password ? { password: hashPassword(password) } : {}),
  };
}
