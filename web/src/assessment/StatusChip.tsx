import Chip, { type ChipProps } from '@mui/material/Chip';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { useText } from '../core/i18n/texts.ts';

const COLOURS: Partial<Record<Status, ChipProps['color']>> = {
  passed: 'success',
  failed: 'error',
  revoked: 'error',
  returned: 'warning',
  submitted: 'primary',
  first_passed: 'primary',
  reviewing: 'primary',
  reviewed: 'primary',
};

/** A status as a chip in its colour. */
export function StatusChip({ status }: { status: Status }) {
  const { common } = useText();
  return <Chip size="small" variant="outlined" color={COLOURS[status] ?? 'default'} label={common.statuses[status]} />;
}
