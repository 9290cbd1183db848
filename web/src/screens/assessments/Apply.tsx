import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { useDialog } from '../../ui/useDialog.ts';

const ApplyDialog = lazyDialog(() => import('./ApplyDialog.tsx'));

/** Button with which a station applies for an assessment, or opens the one under way; and the dialog of the address. */
export function Apply({ underWay }: { underWay?: { label: string; to: string } | undefined }) {
  const { web } = useText();
  const dialog = useDialog();
  return (
    <>
      {underWay ? (
        <Button component={Link} to={underWay.to} variant="contained">
          {underWay.label}
        </Button>
      ) : (
        <Button component={Link} to={dialog.to('add')} variant="contained" startIcon={<Add />}>
          {web.assessments.apply}
        </Button>
      )}
      <Suspense>{dialog.name === 'add' && <ApplyDialog onClose={dialog.close} />}</Suspense>
    </>
  );
}
