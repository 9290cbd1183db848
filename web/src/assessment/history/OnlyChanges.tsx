import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { useShownChanges } from './useChanges.ts';

/** Switch that hides what did not change; absent before the second submission. */
export function OnlyChanges({ onChange }: { onChange: (only: boolean) => void }) {
  const { changes: words } = useManagingText();
  const { changes, only } = useShownChanges();
  if (!changes) return null;
  return (
    <FormControlLabel
      label={words.only}
      control={
        <Checkbox
          size="small"
          checked={only}
          onChange={(_, checked) => onChange(checked)}
          slotProps={{ input: { role: 'switch' } }}
        />
      }
      sx={{ mr: 2 }}
    />
  );
}

/** Shown when only changes are displayed and there are none. */
export function NothingChanged() {
  const { changes } = useManagingText();
  return <Alert severity="info">{changes.nothing}</Alert>;
}
