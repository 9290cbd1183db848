import { passwordProblem } from '@shp/shared/domain/accounts/passwords';
import { useText } from '../../core/i18n/texts.ts';
import { useTyped } from '../../ui/fields/useTyped.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useDialogsText } from './dialogsText.ts';

/** A password for a new account; if empty, the system generates one. */
export function FirstPassword() {
  const { common } = useText();
  const words = useDialogsText();
  const { field, problem } = useTyped('password', (typed) =>
    typed ? passwordProblem(String(typed), common.password) : null,
  );
  return (
    <PasswordField
      label={common.fields.password}
      value={String(field.value)}
      onChange={(value) => field.onChange(value)}
      onBlur={() => field.onBlur()}
      problem={problem}
      hint={words.passwordHint}
      autoComplete="new-password"
    />
  );
}
