import Box from '@mui/material/Box';
import { LEVELS, type Level } from '@shp/shared/domain/assessment/statuses';
import { lowChapters, verdictOf } from '@shp/shared/domain/assessment/verdict';
import type { Thresholds } from '@shp/shared/domain/settings';
import { type ReviewResult, rateSoFar, type ScoreSum } from '@shp/shared/domain/standard/scoring';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import type { ReactNode } from 'react';
import { useText } from '../../../core/i18n/texts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { PHONE } from '../../../theme/tokens.ts';
import { useFinalText } from '../texts.ts';
import { CARDS, FRAME } from './frame.ts';
import type { Comparison } from './useComparison.ts';
import { WideFrame } from './WideFrame.tsx';

type Props = { comparison: Comparison; level: Level; thresholds: Thresholds };
type Sum = ScoreSum | ReviewResult;

/** Score, levels reached and chapter rates of the station, each expert and the result, compared with the level. */
export function Totals({ comparison, level, thresholds }: Props) {
  const { common, web } = useText();
  const { compare: words, conclude } = useFinalText();
  const { lang } = usePreferences();
  const { station, experts, result, standard } = comparison;
  const { score, chapter } = thresholds[level];
  const scorers = [station, ...experts];

  const row = (name: string, needed: string, cell: (sum: Sum) => ReactNode) => (
    <tr key={name}>
      <Box component="th" scope="row" sx={{ minWidth: { sm: '14rem' } }}>
        {name}
      </Box>
      <td className="points" data-label={conclude.resultTitle}>
        {result === null ? web.none : cell(result)}
      </td>
      <td className="points" data-label={words.needs(common.levels[level])}>
        {needed}
      </td>
      {scorers.map(({ id, name: by, concluded, sum }) => (
        <td
          key={id}
          className="points"
          data-label={(by || words.station) + (concluded ? '' : common.marks.brackets(words.working))}
        >
          {cell(sum)}
        </td>
      ))}
    </tr>
  );
  const chapterRow = ({ serial, title, titleEn }: (typeof standard.sections)[number]) =>
    row(
      `${serial} ${wordingIn(lang, title, titleEn)}`,
      words.least(common.marks.percent(String(chapter))),
      ({ sections }) => {
        const section = sections.find((one) => one.serial === serial);
        const rate = section ? rateSoFar(section) : null;
        const low = lowChapters(sections, level, thresholds).includes(serial);
        return rate === null ? web.none : <Figure value={rate} low={low} least={chapter} show={common.marks.percent} />;
      },
    );

  return (
    <WideFrame
      label={words.totals}
      sx={{
        ...FRAME,
        '& thead th': {
          ...FRAME['& thead th'],
          textAlign: 'right',
          minWidth: '6.5rem',
          maxWidth: '9rem',
          textWrap: 'balance',
        },
        [PHONE]: TWO_COLUMNS,
      }}
    >
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{result ? words.result(result.experts) : words.noResult}</th>
            <th scope="col">{words.needs(common.levels[level])}</th>
            <th scope="col">{words.station}</th>
            {experts.map(({ id, name, concluded }) => (
              <th key={id} scope="col">
                {name}
                {!concluded && <Note>{words.working}</Note>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row(words.score100, words.least(String(score)), (sum) => {
            if (sum.complete) return <Figure value={sum.score100} low={sum.score100 < score} least={score} />;
            const rate = rateSoFar(sum);
            return (
              <>
                {rate === null ? web.none : common.marks.percent(rate.toFixed(1))}
                <Note>{words.soFar}</Note>
              </>
            );
          })}
          {row(words.reached, common.levels[level], (sum) => {
            const kinds = LEVELS.map((one) => verdictOf(sum, one, thresholds).kind);
            const best = LEVELS.find((_, index) => kinds[index] === 'reached');
            if (best !== undefined) return common.levels[best];
            return kinds.includes('open') ? web.none : words.noLevel;
          })}
          {standard.sections.map(chapterRow)}
        </tbody>
      </table>
    </WideFrame>
  );
}

type FigureProps = { value: number; low: boolean; least: number; show?: (figure: string) => string };

/** A figure, marked if it is final and below the threshold. */
function Figure({ value, low, least, show = (figure) => figure }: FigureProps) {
  const { compare: words } = useFinalText();
  const text = show(value.toFixed(1));
  if (!low) return text;
  return (
    <Box component="span" sx={LOW} title={words.below(text, String(least))}>
      {text}
    </Box>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ display: 'block', fontWeight: 400, fontSize: '0.75rem', color: 'text.secondary' }}>
      {children}
    </Box>
  );
}

/** On a phone a row is a card: the result beside what is needed, then everybody's rates. */
const TWO_COLUMNS = {
  ...CARDS,
  '& tbody .points': { ...CARDS['& tbody .points'], flex: '1 0 40%' },
} as const;

/** The mark is outside the text flow, so that figures align. */
const LOW = {
  color: 'error.main',
  fontWeight: 600,
  position: 'relative',
  '&::after': { content: '"↓"', position: 'absolute', pl: 0.25 },
} as const;
