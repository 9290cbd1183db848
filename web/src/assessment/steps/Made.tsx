import CheckCircle from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { guard } from '@shp/shared/domain/routes';
import type { OutcomeText } from '@shp/shared/text/en/assessment/outcome';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { areaTexts } from '../../core/i18n/areaTexts.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useUser } from '../../core/session.ts';
import { WholeDates } from '../../ui/fields/WholeDates.tsx';
import type { Outcome } from './outcome.ts';

const useOutcomeText = areaTexts<OutcomeText>({
  zh: async () => (await import('@shp/shared/text/zh/assessment/outcome')).outcome,
  en: async () => (await import('@shp/shared/text/en/assessment/outcome')).outcome,
});

useOutcomeText.preload();

/** What became of which station at which level, and what can be printed; `children`: the way back. */
export default function Made({ outcome, children }: { outcome: Outcome; children: ReactNode }) {
  const { common } = useReviewText();
  const words = useOutcomeText();
  const { after } = outcome;
  const { level, number, station, validUntil, proposedUntil } = after;
  const text =
    outcome.name === 'conclude'
      ? words.conclude(station.name, common.levels[level], outcome.score)
      : words[outcome.name](station.name, common.levels[level], {
          number,
          until: validUntil ?? proposedUntil ?? '',
          remarks: outcome.remarks,
        });
  return (
    <>
      <CheckCircle fontSize="small" sx={{ color: 'success.main', flex: 'none', mt: '3px' }} />
      <Box sx={{ flex: '0 1 auto', minWidth: 0 }}>
        <b>
          <WholeDates>{text}</WholeDates>
        </b>
        <Box component="span" sx={LINKS}>
          <Papers outcome={outcome} />
          {children}
        </Box>
      </Box>
    </>
  );
}

/** Links to what can be printed after a conclusion. */
function Papers({ outcome: { name, after } }: { outcome: Outcome }) {
  const words = useOutcomeText();
  const { role } = useUser();
  const path = `/assessments/${encodeURIComponent(after.id)}/print-conclusion`;
  if ((name !== 'pass' && name !== 'fail') || guard(role, path).go !== 'stay') return null;
  return (
    <>
      {name === 'pass' && (
        <Button size="small" component={Link} to={`${path}#certificate`}>
          {words.certificate}
        </Button>
      )}
      <Button size="small" component={Link} to={path}>
        {words.print}
      </Button>
    </>
  );
}

const LINKS = {
  display: 'inline-flex',
  flexWrap: 'wrap',
  gap: 0.5,
  ml: { xs: -0.5, sm: 1 },
  verticalAlign: 'middle',
} as const;
