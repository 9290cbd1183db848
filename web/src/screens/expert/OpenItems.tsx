import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { problemText } from '@shp/shared/text/problems';
import { Link as RouterLink } from 'react-router';
import { hashOf } from '../../assessment/anchors.ts';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import type { OpenItem } from './useReview.ts';

/** The items that do not count as scored yet, each as a link. */
export function OpenItems({ items }: { items: readonly OpenItem[] }) {
  const { common, rules } = useReviewText();
  const { open } = useExpertText();
  return (['reasonMissing', 'unscored'] as const).map((code) => {
    const these = items.filter((item) => item.code === code);
    if (these.length === 0) return null;
    return (
      <Box key={code} sx={{ mt: 1 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {open[code]}
          {common.marks.brackets(String(these.length))}
        </Typography>
        <Box component="ul" aria-label={open[code]} sx={LIST}>
          {these.map((item) => (
            <li key={item.serial}>
              <Link
                component={RouterLink}
                to={{ hash: hashOf({ part: 'score', serial: item.serial }) }}
                aria-label={problemText(item, { common, rules })}
                underline="always"
              >
                {item.serial}
              </Link>
            </li>
          ))}
        </Box>
      </Box>
    );
  });
}

const LIST = { display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, m: 0, p: 0, listStyle: 'none' } as const;
