import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useText } from '../core/i18n/texts.ts';

type Props = {
  name?: string;
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
  name,
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
      name={name}
      label={label}
      type={shown ? 'text' : 'password'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      error={problem !== undefined}
      helperText={
        problem === undefined || hint === undefined || hint === problem ? (
          (problem ?? hint)
        ) : (
          <>
            <span>{problem}</span>
            <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
              {hint}
            </Box>
          </>
        )
      }
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
                sx={{ color: 'text.secondary' }}
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
