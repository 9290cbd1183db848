import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { type Role, USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { useId } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { useDocumentsText } from './texts.ts';

type Props = { chosen: readonly Role[]; disabled?: boolean; onChange: (chosen: Role[]) => void };

/** The roles that may read a document; none checked means all. */
export function RoleChecks({ chosen, disabled = false, onChange }: Props) {
  const { common } = useText();
  const text = useDocumentsText();
  const noteId = useId();
  return (
    <FormControl component="fieldset" disabled={disabled} aria-describedby={noteId} sx={{ mt: 1 }}>
      <FormLabel component="legend">{text.readers}</FormLabel>
      <FormGroup row>
        {USER_ROLES.map((role) => (
          <FormControlLabel
            key={role}
            label={common.roles[role]}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(role)}
                onChange={(_, on) => onChange(USER_ROLES.filter((one) => (one === role ? on : chosen.includes(one))))}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText id={noteId}>{text.rolesNote}</FormHelperText>
    </FormControl>
  );
}
