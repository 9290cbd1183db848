import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RemarkAnswer } from '@shp/shared/api/remarkObjects';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { Clock } from '../../ui/Clock.tsx';

/** The station's answers to a remark, oldest first. */
export function Answers({ answers }: { answers: readonly RemarkAnswer[] }) {
  const { common } = useReviewText();
  return answers.map(({ text, at, by }) => (
    <Typography key={at} variant="body2" component="div" sx={ANSWER}>
      <span aria-hidden>↳</span>
      <span>
        <b>{common.assessment.answer}</b>
        {common.marks.colon}
        {text}{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {by.name} <Clock at={at} />
        </Box>
      </span>
    </Typography>
  ));
}

const ANSWER = {
  display: 'flex',
  gap: 0.75,
  pl: 2,
  py: 0.25,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
} as const;
