import Alert from '@mui/material/Alert';
import { useManagingText } from '../../core/i18n/managingTexts.ts';

/** Where only changes are shown and there is none. */
export function NothingChanged() {
  const { changes } = useManagingText();
  return <Alert severity="info">{changes.nothing}</Alert>;
}
