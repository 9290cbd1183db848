import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useText } from '../core/i18n/texts.ts';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  problem: string | undefined;
  hint?: string;
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
};

/** A password input with a show/hide toggle. */
export function PasswordField({
  label,
  value,
  onChange,
  onBlur,
  problem,
  hint,
  autoComplete,
  autoFocus = false,
}: Props) {
  const { login } = useText();
  const [shown, setShown] = useState(false);
  const toggle = shown ? login.hidePassword : login.showPassword;
  return (
    <TextField
      label={label}
      type={shown ? 'text' : 'password'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      error={problem !== undefined}
      helperText={problem ?? hint}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      slotProps={{
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={`${toggle}: ${label}`}
                title={toggle}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
              >
                {shown ? <VisibilityOff /> : <Visibility />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
