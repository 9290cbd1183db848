import Button from '@mui/material/Button';
import type { Assessment } from '@shp/shared/api/objects';
import { Link } from 'react-router';
import { rememberTab } from '../../assessment/useTab.ts';
import { useManagingText } from '../../core/i18n/managingTexts.ts';

type Props = { assessment: Assessment; expert: { id: string; name: string } };

/** Leads to the page on which an administrator reads and edits an expert's scores. */
export function ScoresLink({ assessment: { id }, expert }: Props) {
  const { experts: words } = useManagingText();
  return (
    <Button
      size="small"
      component={Link}
      to={`/assessments/${encodeURIComponent(id)}/expert`}
      aria-label={words.scoresOf(expert.name)}
      onClick={() => rememberTab('expertSelectScore', expert.id)}
    >
      {words.toScores}
    </Button>
  );
}
