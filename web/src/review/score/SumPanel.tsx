import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ScoreSum, shortfall } from '@shp/shared/domain/scoring';
import type { Thresholds } from '@shp/shared/domain/settings';
import type { Level } from '@shp/shared/domain/statuses';
import { useReviewText } from '../texts.ts';

type Props = {
  sum: ScoreSum;
  level: Level;
  thresholds: Thresholds;
  /** A chapter's title in the reader's language. */
  titleOf: (serial: string) => string;
};

/** The sum of all chapters in one line, held against what the level needs. */
export function SumLine({ sum, level, thresholds }: Omit<Props, 'titleOf'>) {
  const { common, review } = useReviewText();
  const lacking = shortfall(sum, level, thresholds);
  return (
    <Typography component="p">
      <b>{review.score.total(sum.score100.toFixed(1))}</b> ({review.score.points(sum.got, sum.full - sum.missing)})
      {', '}
      <Typography component="span" sx={{ color: lacking || !sum.complete ? 'warning.main' : 'success.main' }}>
        {lacking
          ? review.score.below(common.levels[level], String(thresholds[level].score), String(thresholds[level].chapter))
          : review.score[sum.complete ? 'reaches' : 'wouldReach'](common.levels[level])}
      </Typography>
    </Typography>
  );
}

/** Chapter by chapter: points, missing items, rate, and how much is scored. */
export function SumTable({ sum, level, thresholds, titleOf }: Props) {
  const { common, review } = useReviewText();
  const low = new Set(shortfall(sum, level, thresholds)?.chapters.map(({ serial }) => serial));
  const { full, missing, got, rate, scored } = review.score.columns;
  return (
    <TableContainer tabIndex={0} role="region" aria-label={review.score.byChapter}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{review.score.columns.chapter}</TableCell>
            {[full, missing, got, rate, scored].map((heading) => (
              <TableCell key={heading} align="right">
                {heading}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {sum.sections.map((section) => (
            <TableRow key={section.serial}>
              <TableCell>
                {section.serial} {titleOf(section.serial)}
              </TableCell>
              <TableCell align="right">{section.full}</TableCell>
              <TableCell align="right">{section.missing}</TableCell>
              <TableCell align="right">{section.got}</TableCell>
              <TableCell
                align="right"
                sx={{ whiteSpace: 'nowrap', color: low.has(section.serial) ? 'warning.main' : undefined }}
              >
                {section.rate === null ? common.no : `${section.rate.toFixed(1)} %`}
                {low.has(section.serial) && ` < ${thresholds[level].chapter} %`}
              </TableCell>
              <TableCell align="right">
                {section.scored}/{section.items}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
