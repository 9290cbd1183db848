import Print from '@mui/icons-material/Print';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useExpertText } from './texts.ts';

/** The way to the printable conclusion. */
export function PrintLink({ id }: { id: string }) {
  const { print } = useExpertText();
  return (
    <Button component={Link} to={`/assessments/${encodeURIComponent(id)}/print-conclusion`} startIcon={<Print />}>
      {print}
    </Button>
  );
}
