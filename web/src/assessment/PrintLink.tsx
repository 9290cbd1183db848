import Print from '@mui/icons-material/Print';
import Button from '@mui/material/Button';
import { guard } from '@shp/shared/domain/routes';
import { Link } from 'react-router';
import { useManagingText } from '../core/i18n/managingTexts.ts';
import { useUser } from '../core/session.ts';

/** The way to the printable conclusion, for those who may open it. */
export function PrintLink({ id }: { id: string }) {
  const { experts } = useManagingText();
  const path = `/assessments/${encodeURIComponent(id)}/print-conclusion`;
  if (guard(useUser().role, path).go !== 'stay') return null;
  return (
    <Button component={Link} to={path} startIcon={<Print />}>
      {experts.toPrint}
    </Button>
  );
}
