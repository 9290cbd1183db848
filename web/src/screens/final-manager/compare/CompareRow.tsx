import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { memo } from 'react';
import { Link as RouterLink } from 'react-router';
import { hashOf } from '../../../assessment/anchors.ts';
import { useShownChanges } from '../../../assessment/history/useChanges.ts';
import { RemarkButton } from '../../../assessment/remarks/editor/RemarkButton.tsx';
import type { StoredScore } from '../../../core/assessmentQueries.ts';
import { useReviewText } from '../../../core/i18n/reviewTexts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { useFinalText } from '../texts.ts';
import { type ComparedItem, isWide, type Scorer } from './useComparison.ts';

type Props = {
  compared: ComparedItem;
  station: Scorer;
  experts: readonly Scorer[];
  /** The search part of the address, which links keep. */
  search: string;
};

/** One item with everyone's scores. */
export const CompareRow = memo(function CompareRow({ compared, station, experts, search }: Props) {
  const { compare: words } = useFinalText();
  const { web } = useReviewText();
  const { lang } = usePreferences();
  const { changes } = useShownChanges();
  const { item, spread, apart } = compared;
  const { serial, content, contentEn, score: full } = item;
  const mixed = spread.scored > 0 && spread.missing > 0;
  return (
    <tr>
      <Box component="th" scope="row" sx={ITEM}>
        <Link
          component={RouterLink}
          to={{ search, hash: hashOf({ part: 'score', serial }) }}
          aria-label={words.toItem(serial)}
        >
          {serial}
        </Link>{' '}
        {changes?.items.has(serial) && (
          <Chip size="small" color="warning" variant="outlined" label={words.changedMark} />
        )}
        {/* Beside the serial: below the text its room would stay empty in every row. */}
        <RemarkButton at={{ part: 'score', serial }} />
        <Box component="span" sx={CONTENT} title={wordingIn(lang, content, contentEn)}>
          {wordingIn(lang, content, contentEn)}
        </Box>
      </Box>
      <td className="points" data-label={words.full}>
        {full}
      </td>
      <td className="points spread" data-label={words.spread}>
        {apart === 0 ? (
          '0'
        ) : (
          <Box component="span" sx={isWide(compared) ? WIDE_LOOK : { color: 'text.secondary' }}>
            {mixed ? words.disagree : `${apart} (${spread.lowest}–${spread.highest})`}
            <Box aria-hidden sx={SPREAD}>
              <Box sx={{ width: `${(apart / full) * 100}%` }} />
            </Box>
          </Box>
        )}
      </td>
      <td className="points" data-label={words.mean}>
        {spread.mean?.toFixed(1) ?? web.none}
      </td>
      <Given by={words.station} given={station.items.get(serial)} full={full} />
      {experts.map(({ id, name, items }) => (
        <Given key={id} by={name} given={items.get(serial)} full={full} />
      ))}
    </tr>
  );
});

/** One score with its reason. */
function Given({ by, given, full }: { by: string; given: StoredScore | undefined; full: number }) {
  const { common, review, web } = useReviewText();
  const { compare: words } = useFinalText();
  if (!given || (given.score === null && !given.missing)) {
    return (
      <td className="points given" data-label={by}>
        {web.none}
      </td>
    );
  }
  const { score, missing, reason, byAdmin } = given;
  return (
    <Box component="td" className="points given" data-label={by} sx={GIVEN}>
      <div>
        <Box component="span" sx={{ fontWeight: missing || score !== full ? 700 : 400 }}>
          {missing ? review.score.missing : score}
        </Box>
        {byAdmin && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {common.marks.brackets(words.byAdmin)}
          </Box>
        )}
      </div>
      {reason !== '' && <Box sx={{ fontSize: '0.8125rem', whiteSpace: 'pre-line' }}>{reason}</Box>}
    </Box>
  );
}

/** The reason stands under its score, at the same edge; both wrap. */
const GIVEN = { minWidth: { sm: '7rem' }, maxWidth: '18rem', whiteSpace: 'normal !important' } as const;
/** The spread as a share of the item's points. */
const SPREAD = {
  width: 72,
  height: 6,
  ml: 'auto',
  mt: 0.5,
  borderRadius: 0.5,
  overflow: 'hidden',
  bgcolor: 'action.hover',
  '& > *': { height: '100%', bgcolor: 'currentColor' },
} as const;
const WIDE_LOOK = { fontWeight: 700, color: 'warning.main' } as const;
const ITEM = { minWidth: { xs: '8rem', sm: '14rem' }, overflowWrap: 'anywhere' } as const;
const CONTENT = {
  display: '-webkit-box',
  WebkitLineClamp: 3,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  fontSize: '0.8125rem',
} as const;
