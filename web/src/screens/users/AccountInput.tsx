import TextField from '@mui/material/TextField';
import { ACCOUNT_PATTERN } from '@shp/shared/domain/accounts/profiles';
import { useText } from '../../core/i18n/texts.ts';
import { useTyped } from '../../ui/fields/useTyped.ts';

export function AccountInput() {
  const { common } = useText();
  const { field, problem } = useTyped('account', (typed) => {
    if (!typed) return { code: 'required' };
    return ACCOUNT_PATTERN.test(String(typed).trim()) ? null : { code: 'account' };
  });
  const { ref, ...bound } = field;
  return (
    <TextField
      {...bound}
      inputRef={ref}
      label={common.fields.account}
      required
      autoComplete="off"
      error={problem !== undefined}
      helperText={problem ?? common.reasons.account}
      slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
    />
  );
}
