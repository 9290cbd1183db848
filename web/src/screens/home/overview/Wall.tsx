import { ThemeContext } from '@emotion/react';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { clockText } from '@shp/shared/sheets/days';
import { useEffect } from 'react';
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
        slotProps={{ paper: { 'aria-label': text.title, sx: { bgcolor: 'background.default', border: 0 } } }}
      >
        <Box sx={FRAME}>
          <Box sx={HEAD}>
            <Typography component="h1" sx={HEADING}>
              {text.heading(divisionPath(filter.division))}
            </Typography>
            {figures && <Typography sx={AT}>{text.at(clockText(new Date(readAt).toISOString()) ?? '')}</Typography>}
            <IconButton aria-label={text.close} title={text.close} onClick={onClose} sx={{ alignSelf: 'flex-start' }}>
              <Close />
            </IconButton>
          </Box>
          {error && <Failure error={error} onRetry={retry} />}
          {figures && <Panels figures={figures} />}
        </Box>
      </Dialog>
    </ThemeContext>
  );
}

function Panels({ figures }: { figures: Figures }) {
  const { levels } = useOverviewText();
  const overdue = useOverdue(figures, REFRESH_MS);
  const lists = useLists(figures.filter);
  const { filter, progress, ratings, scores } = figures;
  return (
    <Linked value={false}>
      <Summary figures={figures} isWall />
      <Box sx={PANELS}>
        {hasParts(ratings, filter.division) && <Regions filter={filter} ratings={ratings} overdue={overdue} isWall />}
        <Box sx={COLUMN}>
          <Stages filter={filter} progress={progress} />
          <Expiring ratings={ratings} stations={lists.stations} />
        </Box>
        {hasParts(ratings, filter.division) && <Ranking filter={filter} ratings={ratings} overdue={overdue} />}
        <Months filter={filter} progress={progress} isWall />
        <Levels ratings={ratings} stations={lists.stations} title={levels.title} />
        <Items scores={scores} most={MOST} />
      </Box>
    </Linked>
  );
}

/** Items for which there is room. */
const MOST = 5;

const FRAME = {
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  height: { xl: '100vh' },
  minHeight: { xl: 1000 },
  p: { xs: 2, sm: 3 },
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
/** The time of the figures: beneath the heading on a phone, beside it on a wall. */
const AT = {
  order: { xs: 1, md: 0 },
  flex: { xs: '1 0 100%', md: 'none' },
  color: 'text.secondary',
} as const;
const COLUMN = { display: 'grid', gap: 2, gridTemplateRows: '1fr auto' } as const;
const PANELS = {
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: '1.2fr 0.9fr 1.1fr' },
  gridTemplateRows: { xl: 'minmax(0, 58fr) minmax(0, 42fr)' },
  '& > *': { minWidth: 0, minHeight: { xs: 320, xl: 0 }, overflow: { xl: 'auto' } },
  // The ranking of all cities has to fit; the tiles take the room of their panel.
  '& table th, & table td': { py: { xl: '2px' } },
  '& .tiles': { height: { xl: 'calc(100% - 96px)' } },
  '& .tiles strong': { fontSize: { xl: FONT_SIZES.heading } },
  '& .tiles span': { fontSize: { xl: FONT_SIZES.text } },
} as const;
