import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Assessment } from '@shp/shared/api/objects';
import { Link } from 'react-router';
import { rememberTab } from '../../assessment/useTab.ts';
import { useManagingText } from '../../core/i18n/managingTexts.ts';

/** Links to the page on which an administrator reads and edits scores, one per expert. */
export function ExpertLinks({ assessment: { id, experts } }: { assessment: Assessment }) {
  const { experts: words } = useManagingText();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {experts.map((expert) => (
        <Button
          key={expert.id}
          variant="outlined"
          component={Link}
          to={`/assessments/${encodeURIComponent(id)}/expert`}
          onClick={() => rememberTab('expertSelectScore', expert.id)}
        >
          {words.scoresOf(expert.name)}
        </Button>
      ))}
    </Box>
  );
}
