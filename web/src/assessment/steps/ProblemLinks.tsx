import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Problem } from '@shp/shared/api/objects';
import { problemsByChapter } from '@shp/shared/domain/assessment/problems';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { queries } from '../../core/assessmentQueries.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { hashOf, placeOfProblem } from '../anchors.ts';

type Props = { id: string; label: string; problems: readonly Problem[] };

/** Obstacles of a step, each with a link to the place to fix it; long lists are folded by chapter. */
export function ProblemLinks({ id, label, problems }: Props) {
  const { apart, chapters } = problemsByChapter(problems);
  return (
    <Box component="ul" aria-label={label} sx={LIST}>
      <Links problems={apart} />
      {[...chapters].map(([serial, ofChapter]) => (
        <Box key={serial} component="li" sx={FOLDED}>
          <Chapter id={id} serial={serial} problems={ofChapter} />
        </Box>
      ))}
    </Box>
  );
}

function Chapter({ id, serial, problems }: { id: string; serial: string; problems: readonly Problem[] }) {
  const { review } = useReviewText();
  const { lang } = usePreferences();
  const { data: titles } = useQuery(queries.titles(id));
  const [open, setOpen] = useState(false);
  const found = titles?.find((one) => one.serial === serial);
  const name = found ? `${serial} ${wordingIn(lang, found.title, found.titleEn)}` : serial;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{review.steps.ofChapter(name, problems.length)}</summary>
      {open && (
        <Box component="ul" aria-label={name} sx={LIST}>
          <Links problems={problems} />
        </Box>
      )}
    </details>
  );
}

function Links({ problems }: { problems: readonly Problem[] }) {
  return problems.map((problem) => {
    const place = placeOfProblem(problem);
    return (
      <li key={`${problem.code} ${problem.field ?? problem.serial ?? ''}`}>
        {place ? (
          <Link component={RouterLink} to={{ hash: hashOf(place) }} underline="always">
            {problem.message}
          </Link>
        ) : (
          problem.message
        )}
      </li>
    );
  });
}

const LIST = { my: 0.5, pl: 3 } as const;
/** Puts the disclosure triangle where other list items have their bullet. */
const FOLDED = { listStyle: 'none', ml: -2 } as const;
