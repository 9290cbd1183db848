import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { lowChapters } from '@shp/shared/domain/assessment/verdict';
import type { Thresholds } from '@shp/shared/domain/settings';
import { countedSoFar, rateSoFar, type ScoreSum } from '@shp/shared/domain/standard/scoring';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { memo, useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { usePreferences } from '../../core/preferences.ts';

export type ChapterTitle = {
  readonly serial: string;
  readonly title: string;
  readonly titleEn?: string | undefined;
};

type Props = {
  sum: ScoreSum;
  level: Level;
  thresholds: Thresholds;
  titles: readonly ChapterTitle[];
  /** Shown in its place while folded. */
  summary?: string;
};

/** Per chapter, folded at first: points, missing items, rate, and number of scored items. */
export const ChapterSums = memo(function ChapterSums({ summary, ...figures }: Props) {
  const { review } = useReviewText();
  const [open, setOpen] = useState(false);
  return (
    <Box component="details" onToggle={(event) => setOpen((event.currentTarget as unknown as HTMLDetailsElement).open)}>
      <summary>{summary ?? review.score.showChapters}</summary>
      {open && <Figures {...figures} />}
    </Box>
  );
});

function Figures({ sum, level, thresholds, titles }: Omit<Props, 'summary'>) {
  const { common, review, web } = useReviewText();
  const { lang } = usePreferences();
  const low = new Set(lowChapters(sum.sections, level, thresholds));
  const titleOf = (serial: string) => {
    const found = titles.find((one) => one.serial === serial);
    return found ? wordingIn(lang, found.title, found.titleEn) : '';
  };
  const { full, missing, got, rate, rateSoFar: soFar, scored } = review.score.columns;
  return (
    <TableContainer tabIndex={0} role="region" aria-label={review.score.byChapter}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{review.score.columns.chapter}</TableCell>
            {[full, missing, got, sum.complete ? rate : soFar, scored].map((heading) => (
              <TableCell key={heading} align="right">
                {heading}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {sum.sections.map((section) => {
            const percent = rateSoFar(section);
            return (
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
                  {percent === null ? web.none : common.marks.percent(percent.toFixed(1))}
                  {low.has(section.serial) && ` < ${common.marks.percent(String(thresholds[level].chapter))}`}
                </TableCell>
                <TableCell align="right">
                  {section.scored}/{section.items}
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** A line of folded parts: an open one takes the whole width below. */
export const FOLDS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2.5,
  rowGap: 0.5,
  '& > details': { minWidth: 0, maxWidth: '100%' },
  '& > details[open]': { flex: '1 0 100%' },
} as const;

/** Points got and rate of a chapter; while items are unscored, of those that are scored. */
export function ChapterRate({ sum }: { sum: ScoreSum['sections'][number] }) {
  const { common, review } = useReviewText();
  const rate = rateSoFar(sum);
  const open = sum.scored < sum.items;
  const text = open ? review.score.chapterRateSoFar : review.score.chapterRate;
  const nothing = open ? review.score.noRateYet : review.score.noRate;
  return (
    <Typography sx={{ fontWeight: 600 }}>
      {rate === null ? nothing : text(rate.toFixed(1))}
      {rate !== null && common.marks.brackets(review.score.points(sum.got, countedSoFar(sum)))}
    </Typography>
  );
}
