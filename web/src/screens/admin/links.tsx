import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useManagingText } from '../../review/managingTexts.ts';
import { rememberTab } from '../../review/useTab.ts';

/** The way to where experts are assigned and the manager's conclusion is written. */
export function FinalLink({ id }: { id: string }) {
  const { experts } = useManagingText();
  return (
    <Button component={Link} to={`/assessments/${encodeURIComponent(id)}/final_manager`}>
      {experts.toFinal}
    </Button>
  );
}

/** The way to an expert's page, open at this expert. */
export function ExpertLink({ id, expert }: { id: string; expert: { id: string; name: string } }) {
  const { experts } = useManagingText();
  return (
    <Button
      size="small"
      component={Link}
      to={`/assessments/${encodeURIComponent(id)}/expert`}
      aria-label={experts.openOf(expert.name)}
      onClick={() => rememberTab('expertSelectScore', expert.id)}
    >
      {experts.open}
    </Button>
  );
}
