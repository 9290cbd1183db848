import Button from '@mui/material/Button';
import type { Assessment } from '@shp/shared/api/objects';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import { Link } from 'react-router';
import { useUser } from '../../core/session.ts';
import { FindingList } from './FindingList.tsx';
import { useFindingText } from './texts.ts';

/** The findings of an assessment's station: those of this review and of earlier ones, its own, and of inspections. */
export default function FindingsPart({ assessment }: { assessment: Assessment }) {
  const { findings } = useFindingText();
  const { role } = useUser();
  const { id, station, status } = assessment;
  const prints = CONCLUDED.includes(status) && role !== 'station' && role !== 'supervisor';
  return (
    <FindingList station={station.id} assessment={id}>
      {prints && (
        <Button
          component={Link}
          to={`/assessments/${encodeURIComponent(id)}/print-conclusion?part=findings`}
          target="_blank"
          rel="noopener"
        >
          {findings.screen.print}
        </Button>
      )}
    </FindingList>
  );
}
