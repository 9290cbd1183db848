import { ThemeContext } from '@emotion/react';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { clockText } from '@shp/shared/sheets/days';
import { useEffect, useState } from 'react';
import { themes } from '../../../theme/theme.ts';
import { FONT_SIZES } from '../../../theme/tokens.ts';
import { Failure } from '../../../ui/Failure.tsx';
import { Months } from './Charts.tsx';
import { Linked } from './FigureTable.tsx';
import { useOverviewFilter } from './filter.ts';
import { Expiring, Levels } from './Levels.tsx';
import { useLists } from './links.ts';
import { hasParts, Ranking } from './Ranking.tsx';
import { Regions } from './Regions.tsx';
import { Items } from './Scores.tsx';
import { Stages } from './Stages.tsx';
import { Summary } from './Summary.tsx';
import { useOverviewText } from './texts.ts';
import { type Figures, useFigures, useOverdue } from './useFigures.ts';

const REFRESH_MS = 60_000;

/** The overview on a wall: dark, without links, read again every minute. Esc leaves it. */
export default function Wall({ onClose }: { onClose: () => void }) {
  const { filter } = useOverviewFilter();
  const { wall: text } = useOverviewText();
  const { figures, readAt, error, retry } = useFigures(filter, REFRESH_MS);
  const fit = useFit();
  useEffect(() => {
    // The browser leaves its full-screen mode by Esc without telling the page of the key.
    const leave = () => document.fullscreenElement === null && onClose();
    document.addEventListener('fullscreenchange', leave);
    return () => document.removeEventListener('fullscreenchange', leave);
  }, [onClose]);
  return (
    // Set MUI's context directly: its provider would move into a file that every page loads.
    <ThemeContext value={themes.dark}>
      <Dialog
        open
        fullScreen
        onClose={onClose}
        transitionDuration={0}
        slotProps={{
          paper: {
            'aria-label': text.title,
            sx: { bgcolor: 'background.default', border: 0, overflow: fit.className ? 'clip' : 'auto' },
          },
        }}
      >
        <Box sx={FRAME} className={fit.className} style={fit.style}>
          <Box sx={HEAD}>
            <Typography component="h1" sx={HEADING}>
              {text.heading}
              <Box component="span" sx={PLACE}>
                {divisionPath(filter.division)}
              </Box>
            </Typography>
            {figures && <Typography sx={AT}>{text.at(clockText(new Date(readAt).toISOString()) ?? '')}</Typography>}
            <IconButton aria-label={text.close} title={text.close} onClick={onClose} sx={{ alignSelf: 'flex-start' }}>
              <Close />
            </IconButton>
          </Box>
          {error && <Failure error={error} onRetry={retry} />}
          {figures && <Panels figures={figures} spare={fit.spare} />}
        </Box>
      </Dialog>
    </ThemeContext>
  );
}

/** `spare`: the height beyond that for which the panels are laid out. */
function Panels({ figures, spare }: { figures: Figures; spare: number }) {
  const { levels } = useOverviewText();
  const overdue = useOverdue(figures, REFRESH_MS);
  const lists = useLists(figures.filter);
  const { filter, progress, ratings, scores } = figures;
  const isDivided = hasParts(ratings, filter.division);
  const isLong = isDivided && ratings.length > LONG;
  return (
    <Linked value={false}>
      <Summary figures={figures} isWall />
      <Box sx={PANELS}>
        <Box sx={isDivided ? MAP : undefined}>
          {isDivided && <Regions filter={filter} ratings={ratings} overdue={overdue} isWall />}
          <Months filter={filter} progress={progress} isWall />
        </Box>
        <Box sx={STAGES}>
          <Stages filter={filter} progress={progress} />
          <Expiring ratings={ratings} stations={lists.stations} />
          <Levels ratings={ratings} stations={lists.stations} title={levels.title} />
        </Box>
        <Box sx={isDivided ? RANKING : undefined} className={isLong ? 'long' : undefined}>
          {isDivided && <Ranking filter={filter} ratings={ratings} overdue={overdue} />}
          <Items
            filter={filter}
            scores={scores}
            most={(isLong ? 2 : isDivided ? 4 : 10) + Math.floor(spare / ITEM_HEIGHT)}
            note={!isDivided}
            isWall
          />
        </Box>
      </Box>
    </Linked>
  );
}

/** The height of one of the items that lose most, in pixels. */
const ITEM_HEIGHT = 40;

/** Divisions in a ranking that needs narrower rows. */
const LONG = 14;

/** The size for which the panels are laid out, in pixels; they are scaled to that of the window. */
const SIZE = { width: 1440, height: 800 };
/** A smaller window scrolls: its text would be too small. */
const SMALLEST = 0.75;

const scaleNow = () => Math.min(innerWidth / SIZE.width, innerHeight / SIZE.height);

/** Scales the overview to the window, so that it is one picture without scrolling. */
function useFit() {
  const [scale, setScale] = useState(scaleNow);
  useEffect(() => {
    const measure = () => setScale(scaleNow());
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  if (scale < SMALLEST) return { spare: 0 };
  return {
    spare: innerHeight / scale - SIZE.height,
    className: 'fits',
    style: { width: `${100 / scale}vw`, height: `${100 / scale}vh`, transform: `scale(${scale})` },
  };
}

const FRAME = {
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  gap: 1.5,
  p: { xs: 2, sm: 2.5 },
  '&.fits': { flexShrink: 0, transformOrigin: '0 0', overflow: 'hidden' },
} as const;
const HEAD = {
  display: 'flex',
  flexWrap: { xs: 'wrap', md: 'nowrap' },
  alignItems: 'center',
  columnGap: { xs: 1, md: 3 },
} as const;
const HEADING = {
  flex: '1 1 0',
  minWidth: 0,
  fontSize: { xs: FONT_SIZES.heading, md: FONT_SIZES.figure },
  fontWeight: 650,
  lineHeight: 1.3,
} as const;
/** The division: after a dot, on a phone on a line of its own without one. */
const PLACE = {
  display: { xs: 'block', md: 'inline' },
  '&::before': { content: { xs: 'none', md: '" · "' }, whiteSpace: 'pre' },
} as const;
/** The time of the figures: beneath the heading on a phone, beside it on a wall. */
const AT = {
  order: { xs: 1, md: 0 },
  flex: { xs: '1 0 100%', md: 'none' },
  color: 'text.secondary',
} as const;
const MAP = { '.fits &': { gridTemplateRows: 'minmax(0, 56fr) minmax(0, 44fr)' } } as const;
const STAGES = { '.fits &': { gridTemplateRows: 'auto max-content auto' } } as const;
const RANKING = { '.fits &': { gridTemplateRows: 'auto minmax(0, 1fr)' } } as const;
const PANELS = {
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > div': { display: 'grid', gap: 1.5, minWidth: 0, minHeight: 0, gridTemplateColumns: 'minmax(0, 1fr)' },
  '& > div > *': { minWidth: 0, minHeight: 320 },
  '.fits &': { gridTemplateColumns: '1.2fr 1fr 1.15fr' },
  '.fits & > div > *': { minHeight: 0 },
  '.fits & table': { lineHeight: 1.35 },
  '.fits & table :is(th, td)': { py: '2px' },
  '.fits & .long table :is(th, td)': { py: '1px' },
  '.fits & .long > section:first-of-type :is(th, td):not(:first-of-type)': { pl: 0.5 },
  // However wide the figures beside it, a division's name stays on one line.
  '.fits & .long > section:first-of-type tbody th': {
    width: '100%',
    maxWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // The rows of a table share the height that is left in its panel.
  '.fits & section:has(> table)': { display: 'flex', flexDirection: 'column' },
  '.fits & section > table': { flex: 1 },
  '.fits & tbody :is(th, td)': { verticalAlign: 'middle' },
  // The tiles take the room of their panel.
  '.fits & section:has(> .tiles)': { display: 'flex', flexDirection: 'column' },
  '.fits & .tiles': { flex: '1 1 0', minHeight: 0, gridAutoRows: 'minmax(0, 1fr)' },
  '.fits & .tiles li': { minWidth: 0 },
  '.fits & .tiles li > *': { minHeight: 0, px: 0.75 },
  '.fits & .tiles span': { whiteSpace: 'nowrap' },
  '.fits & .tiles strong': { fontSize: FONT_SIZES.heading, lineHeight: 1.3 },
} as const;
