import Alert from '@mui/material/Alert';
import { type Duty, hasDuty } from '@shp/shared/domain/accounts/duties';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';

/** Tells an administrator without the duty why something cannot be used here. */
export function NeedsDuty({ duty }: { duty: Duty }) {
  const { duties } = useText().common;
  if (hasDuty(useUser(), duty)) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {duties.needed(duties.names[duty])}
    </Alert>
  );
}
