import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import { type Role, USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { useId } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { SelectControl } from '../../ui/fields/SelectControl.tsx';
import { useDocumentsText } from './texts.ts';

/** Whether an audience is complete: everybody, or at least one role. */
export const isAudience = ({ everybody, roles }: Audience) =>
  everybody === true || (everybody === false && roles.length > 0);

/** The roles to send; an empty list is every logged-in user. */
export const rolesOf = ({ everybody, roles }: Audience): UserRole[] =>
  everybody ? [] : USER_ROLES.filter((role) => roles.includes(role));

/** `everybody` null: not chosen yet. */
export type Audience = { readonly everybody: boolean | null; readonly roles: readonly Role[] };

type Props = { audience: Audience; disabled?: boolean; onChange: (audience: Audience) => void };

/** Who may read a document: everybody, or the users of chosen roles. Nothing is chosen for the user. */
export function RoleChecks({ audience, disabled = false, onChange }: Props) {
  const { everybody, roles } = audience;
  const { common } = useText();
  const text = useDocumentsText();
  const noteId = useId();
  return (
    <FormControl
      component="fieldset"
      aria-label={text.readers}
      disabled={disabled}
      aria-describedby={noteId}
      fullWidth
      sx={{ mt: 2 }}
    >
      <SelectControl
        label={text.audience}
        required
        value={everybody === null ? '' : String(everybody)}
        options={[
          ['true', text.everybody],
          ['false', text.someRoles],
        ]}
        onChange={(value) => onChange({ everybody: value === '' ? null : value === 'true', roles })}
        problem={undefined}
      />
      {everybody === false && (
        <FormGroup row sx={{ mt: 1 }}>
          {USER_ROLES.map((role) => (
            <FormControlLabel
              key={role}
              label={common.roles[role]}
              control={
                <Checkbox
                  size="small"
                  checked={roles.includes(role)}
                  onChange={(_, on) => {
                    const chosen = USER_ROLES.filter((one) => (one === role ? on : roles.includes(one)));
                    onChange({ everybody: false, roles: chosen });
                  }}
                />
              }
            />
          ))}
        </FormGroup>
      )}
      <FormHelperText id={noteId}>{text.rolesNote}</FormHelperText>
    </FormControl>
  );
}
