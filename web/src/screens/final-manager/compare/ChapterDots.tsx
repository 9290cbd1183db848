import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import { type ReviewResult, rateSoFar, type ScoreSum } from '@shp/shared/domain/standard/scoring';
import { type Serial1, wordingIn } from '@shp/shared/domain/standard/standard';
import { shortTitle } from '@shp/shared/text/chapterTitles';
import { useText } from '../../../core/i18n/texts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { FONT_SIZES } from '../../../theme/tokens.ts';
import { UNSEEN } from '../../../theme/unseen.ts';
import { useFinalText } from '../texts.ts';

type Chapter = Pick<Serial1, 'serial' | 'title'> & { readonly titleEn?: string | undefined };
type Props = {
  chapters: readonly Chapter[];
  station: ScoreSum | null;
  experts: readonly { readonly name: string; readonly sum: ScoreSum }[];
  result: ReviewResult | null;
  /** The chapter rate that the level needs, in percent. */
  least: number;
  /** Shows the items of a chapter. */
  onChapter: (serial: string) => void;
};

function rateIn(sum: ScoreSum | ReviewResult | null, serial: string): number | null {
  const section = sum?.sections.find((one) => one.serial === serial);
  return section ? rateSoFar(section) : null;
}

/**
 * The rates by chapter as dots on one scale: self, each expert, mean and threshold. It is a table, whose hidden texts
 * give a screen reader the same figures.
 */
export function ChapterDots({ chapters, station, experts, result, least, onChapter }: Props) {
  const { common, web } = useText();
  const { compare: words } = useFinalText();
  const { lang } = usePreferences();
  const percent = (rate: number) => common.marks.percent(rate.toFixed(1));
  const rows = chapters.map((chapter) => ({
    serial: chapter.serial,
    name: `${chapter.serial} ${shortTitle(wordingIn(lang, chapter.title, chapter.titleEn))}`,
    whole: wordingIn(lang, chapter.title, chapter.titleEn),
    self: rateIn(station, chapter.serial),
    given: experts.flatMap(({ name, sum }) => {
      const rate = rateIn(sum, chapter.serial);
      return rate === null ? [] : [{ name, rate }];
    }),
    mean: rateIn(result, chapter.serial),
  }));
  const lowest = Math.min(least, ...rows.flatMap(({ self, given }) => [self ?? 100, ...given.map(({ rate }) => rate)]));
  const from = Math.max(0, Math.floor((lowest - 5) / 10) * 10);
  // Dots of nearly the same rate stand beside each other, so that each can be seen.
  const alike = (before: readonly number[], rate: number) =>
    before.filter((one) => Math.abs(one - rate) < (100 - from) / 100).length;
  const at = (rate: number) => `${((rate - from) / (100 - from)) * 100}%`;
  return (
    <Box sx={FRAME} tabIndex={0} role="region" aria-label={words.chart}>
      <Box aria-hidden sx={LEGEND}>
        <span>
          <i className="self" />
          {words.station}
        </span>
        <span>
          <i className="expert" />
          {words.experts}
        </span>
        <span>
          <i className="mean" />
          {words.mean}
        </span>
        <span>
          <i className="least" />
          {words.threshold(common.marks.percent(String(least)))}
        </span>
      </Box>
      <Box component="table" aria-label={words.chart} sx={TABLE}>
        <thead className="hidden">
          <tr>
            <th scope="col">{words.chapter}</th>
            <th scope="col">{words.station}</th>
            <th scope="col">{words.mean}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ serial, name, whole, self, given, mean }) => {
            const rates = given.map(({ rate }) => rate);
            const low = Math.min(...rates);
            return (
              <tr key={serial}>
                <th scope="row">
                  <Link component="button" title={words.itemsOf(whole)} onClick={() => onChapter(serial)}>
                    {name}
                  </Link>
                </th>
                <td className="track">
                  <span className="hidden">
                    {[
                      `${words.station} ${self === null ? web.none : percent(self)}`,
                      ...given.map((one) => `${one.name} ${percent(one.rate)}`),
                    ].join(common.marks.semicolon)}
                  </span>
                  <div aria-hidden>
                    <i className="least" style={{ left: at(least) }} />
                    {rates.length > 1 && (
                      <i className="range" style={{ left: at(low), right: `calc(100% - ${at(Math.max(...rates))})` }} />
                    )}
                    {given.map((one, index) => (
                      <i
                        key={one.name}
                        className="expert"
                        style={{ left: at(one.rate), marginLeft: 6 * alike(rates.slice(0, index), one.rate) }}
                        title={`${one.name} ${percent(one.rate)}`}
                      />
                    ))}
                    {self !== null && (
                      <i className="self" style={{ left: at(self) }} title={`${words.station} ${percent(self)}`} />
                    )}
                    {mean !== null && (
                      <i className="mean" style={{ left: at(mean) }} title={`${words.mean} ${percent(mean)}`} />
                    )}
                  </div>
                </td>
                <td className="figure" data-low={mean !== null && mean < least ? '' : undefined}>
                  {mean === null ? web.none : percent(mean)}
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot aria-hidden>
          <tr>
            <td />
            <td className="track">
              <div>
                {[from, (from + 100) / 2, 100].map((tick) => (
                  <span key={tick} style={{ left: at(tick) }}>
                    {common.marks.percent(String(tick))}
                  </span>
                ))}
              </div>
            </td>
            <td />
          </tr>
        </tfoot>
      </Box>
    </Box>
  );
}

/** Each mark has its own shape, so that none depends on colour alone. */
const MARKS = {
  '& i': { display: 'inline-block', boxSizing: 'border-box' },
  '& .expert': {
    width: 10,
    height: 10,
    borderRadius: '50%',
    bgcolor: 'primary.main',
    boxShadow: ({ palette }: Theme) => `0 0 0 1.5px ${palette.background.paper}`,
  },
  '& .self': {
    width: 12,
    height: 12,
    borderRadius: '50%',
    border: '2px solid',
    borderColor: 'text.secondary',
    bgcolor: 'background.paper',
  },
  '& .mean': { width: 11, height: 11, bgcolor: 'primary.dark', rotate: '45deg' },
  '& .least': { width: 2, height: 24, bgcolor: 'error.main' },
  '& .range': { height: 5, bgcolor: 'primary.main', opacity: 0.3 },
} as const;
/** Only sideways: the marks reach beyond the last row, and the wheel would move the chart in place of the page. */
const FRAME = { position: 'relative', overflowX: 'auto', overflowY: 'hidden', ...MARKS } as const;
const LEGEND = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  mb: 1,
  fontSize: FONT_SIZES.small,
  color: 'text.secondary',
  '& span': { display: 'inline-flex', alignItems: 'center', gap: 0.75 },
} as const;
const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': {
    py: 0.75,
    px: 0.5,
    textAlign: 'left',
    fontWeight: 400,
    borderTop: '1px solid',
    borderColor: 'divider',
  },
  // On a phone the name stands above its scale, which needs the whole width.
  '& tbody tr': { position: 'relative' },
  // Beside it the names take no more than their room.
  '& tbody th': { width: { xs: 0, sm: '1%' }, px: { xs: 0, sm: 0.5 }, py: { xs: 0, sm: 0.75 } },
  '& tbody th > button': {
    position: { xs: 'absolute', sm: 'static' },
    inset: '6px 4px auto',
    color: 'text.primary',
    textAlign: 'left',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& tbody td': { pt: { xs: 3.75, sm: 0.75 } },
  '& .track': { px: 1.5 },
  '& .track > div': {
    position: 'relative',
    height: 28,
    borderBottom: '1px solid',
    borderColor: 'divider',
    translate: '0 -13px',
  },
  '& .track > div > i': { position: 'absolute', top: '100%', translate: '-50% -50%' },
  // Equal rates stay apart: self above the line, the experts on it, their mean beneath.
  '& .track > div > .self': { top: 'calc(100% - 8px)' },
  '& .track > div > .mean': { top: 'calc(100% + 8px)' },
  '& .track > div > .range': { translate: '0 -50%' },
  '& tfoot .track > div': { height: 20, border: 0, translate: 'none' },
  '& tfoot .track span': {
    position: 'absolute',
    translate: '-50% 0',
    fontSize: FONT_SIZES.small,
    color: 'text.secondary',
  },
  '& .figure': { width: 64, textAlign: 'right', fontWeight: 600, whiteSpace: 'nowrap' },
  '& .figure[data-low]': { color: 'error.main' },
  '& .hidden': UNSEEN,
} as const;
