import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import { DUTIES, type Duty } from '@shp/shared/domain/accounts/duties';
import { useInput } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { useSettings } from '../../core/useSettings.ts';

/** Duties of an administrator: one of them where duties are separate. `of`: the account, unless it is new. */
export function DutiesInput({ of }: { of?: string }) {
  const { common } = useText();
  const { duties: words } = common;
  const me = useUser();
  const separate = useSettings()?.separateDuties === true;
  const { field, fieldState } = useInput({
    source: 'duties',
    validate: (value) => (Array.isArray(value) && value.length > 0 ? undefined : common.reasons.required),
  });
  const chosen: readonly Duty[] = field.value ?? [];
  const isOwn = separate && of === me.id;
  const Box = separate ? Radio : Checkbox;
  const choose = (duty: Duty, on: boolean) =>
    field.onChange(separate ? [duty] : DUTIES.filter((one) => (one === duty ? on : chosen.includes(one))));
  const help = fieldState.error?.message ?? (isOwn ? words.own : separate ? words.oneEach : of ? words.ends : null);
  return (
    <FormControl component="fieldset" error={fieldState.error !== undefined} disabled={isOwn}>
      <FormLabel component="legend">{common.fields.duties}</FormLabel>
      {DUTIES.map((duty) => (
        <FormControlLabel
          key={duty}
          label={`${words.names[duty]}${common.marks.colon}${words.about[duty]}`}
          control={<Box checked={chosen.includes(duty)} onChange={(_, on) => choose(duty, on)} />}
        />
      ))}
      {help !== null && <FormHelperText>{help}</FormHelperText>}
    </FormControl>
  );
}
