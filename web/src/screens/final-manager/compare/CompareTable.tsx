import Box from '@mui/material/Box';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { Fragment } from 'react';
import { useLocation } from 'react-router';
import { usePreferences } from '../../../core/preferences.ts';
import { PHONE, TALL_WINDOW } from '../../../theme/tokens.ts';
import { useFinalText } from '../texts.ts';
import { CompareRow } from './CompareRow.tsx';
import { CARDS, FRAME } from './frame.ts';
import type { ComparedItem, Comparison } from './useComparison.ts';
import { WideFrame } from './WideFrame.tsx';

type Props = { comparison: Comparison; items: readonly ComparedItem[]; byChapter: boolean };

/** By item: the station's score, each expert's score and reason, their mean, and the spread. */
export function CompareTable({ comparison, items, byChapter }: Props) {
  const { compare: words } = useFinalText();
  const { lang } = usePreferences();
  const { station, experts, standard } = comparison;
  const { search } = useLocation();
  const columns = 5 + experts.length;

  function headingBefore(place: number) {
    const { chapter } = items[place] ?? {};
    if (!byChapter || chapter === items[place - 1]?.chapter) return null;
    const section = standard.sections.find(({ serial }) => serial === chapter);
    return section ? `${section.serial} ${wordingIn(lang, section.title, section.titleEn)}` : null;
  }

  return (
    <WideFrame label={words.items} sx={experts.length > FITTING ? SCROLLING : WHOLE}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.item}</th>
            {[words.full, words.spread, words.mean].map((heading) => (
              <th key={heading} scope="col" className="points">
                {heading}
              </th>
            ))}
            <th scope="col">{words.station}</th>
            {experts.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((one, index) => {
            const heading = headingBefore(index);
            return (
              <Fragment key={one.item.serial}>
                {heading !== null && (
                  <tr>
                    <Box component="th" scope="rowgroup" colSpan={columns} sx={CHAPTER}>
                      <span>{heading}</span>
                    </Box>
                  </tr>
                )}
                <CompareRow compared={one} station={station} experts={experts} search={search} />
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </WideFrame>
  );
}

/** So many experts fit beside each other in a wide window. */
const FITTING = 5;
/** Between the sticky tabs and the foot bar and footer: at the page's end the frame's head is below the tabs. */
const MAX_HEIGHT = { xs: 'max(14rem, calc(100dvh - 27rem))', md: 'max(14rem, calc(100dvh - 20rem))' } as const;

const SCROLLING = { ...FRAME, maxHeight: MAX_HEIGHT, [PHONE]: CARDS } as const;
/** In a wide window the table fits, and the page scrolls it under its head, which stays below the tabs. */
const WHOLE = {
  ...FRAME,
  overflow: { xs: 'auto', md: 'visible' },
  maxHeight: { xs: MAX_HEIGHT.xs, md: 'none' },
  '& table': { ...FRAME['& table'], width: { md: '100%' }, tableLayout: { md: 'fixed' } },
  '& thead th': {
    ...FRAME['& thead th'],
    width: { md: 'auto' },
    overflowWrap: 'break-word',
    [TALL_WINDOW]: { top: { xs: 0, md: 'var(--page-tabs, 48px)' } },
  },
  '& thead .points': { whiteSpace: { md: 'normal' } },
  '& thead tr > :nth-of-type(1)': { width: { md: 224 } },
  '& thead tr > :nth-of-type(2), & thead tr > :nth-of-type(4)': { width: { md: 84 } },
  '& thead tr > :nth-of-type(3)': { width: { md: 148 } },
  [PHONE]: CARDS,
} as const;

/** Keep the chapter's name in view while the table scrolls sideways. */
const CHAPTER = { fontWeight: '700 !important', '& > span': { position: 'sticky', left: 8 } } as const;
