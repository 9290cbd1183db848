import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type RoutePath, routeOf } from '@shp/shared/domain/routes';
import { useLocation } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { KEYS, type KeyPlace } from '../../core/keys.ts';
import { Kbd } from './Kbd.tsx';
import { useFindText } from './texts.ts';

useFindText.preload();

/** The pages on which the keys of a place work; the others work on every page. */
const PAGES: Partial<Record<KeyPlace, readonly RoutePath[]>> = {
  scores: ['/assessments/:id/station', '/assessments/:id/expert'],
  review: ['/assessments/:id/station', '/assessments/:id/expert'],
  dates: ['/assessments', '/assessments/:id/station', '/profile', '/stations'],
  files: [
    '/assessments/:id/station',
    '/assessments/:id/first_manager',
    '/assessments/:id/final_manager',
    '/assessments/:id/expert',
    '/assessments/:id/admin',
    '/assessments/:id/supervise',
  ],
};

/** A place's rows; the station has no station's score to take. */
function rowsOf(place: KeyPlace, route: RoutePath | null): [name: string, combinations: readonly string[]][] {
  const rows = Object.entries<readonly string[]>(KEYS[place]);
  return route === '/assessments/:id/station' && place === 'review'
    ? rows.filter(([name]) => name !== 'station')
    : rows;
}

/** The keys of the page and those of every page, those of the page first. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const { web } = useText();
  const { keys: text } = useFindText();
  const route = routeOf(useLocation().pathname);
  const places = (Object.keys(KEYS) as KeyPlace[]).filter((place) => {
    const pages = PAGES[place];
    return !pages || (route !== null && pages.includes(route));
  });
  const ordered = [...places.filter((place) => PAGES[place]), ...places.filter((place) => !PAGES[place])];
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby="keys-title">
      <DialogTitle id="keys-title">{text.title}</DialogTitle>
      <DialogContent dividers tabIndex={0} sx={COLUMNS}>
        {ordered.map((place) => (
          <Box component="section" key={place} aria-label={text.places[place]} sx={PLACE}>
            <Typography variant="h3" component="h3" sx={{ color: 'text.secondary', mb: 0.5 }}>
              {text.places[place]}
            </Typography>
            <Box component="dl" sx={{ m: 0 }}>
              {rowsOf(place, route).map(([name, combinations]) => (
                <Box key={name} sx={ROW}>
                  <dt>{(text.does[place] as Record<string, string>)[name]}</dt>
                  <dd>
                    {combinations.map((one, index) => (
                      <span key={one}>
                        {index > 0 && ` ${text.or} `}
                        <Kbd keys={one} />
                      </span>
                    ))}
                  </dd>
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Typography variant="caption" sx={{ flex: 1, color: 'text.secondary' }}>
          {text.hint}
        </Typography>
        <Button variant="contained" onClick={onClose}>
          {web.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const COLUMNS = { columns: { xs: 1, sm: 2 }, columnGap: 4 } as const;
const PLACE = { breakInside: 'avoid', pb: 2 } as const;
const ROW = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: 2,
  py: 0.75,
  borderBottom: '1px solid',
  borderColor: 'divider',
  '& dd': { m: 0, flex: 'none' },
} as const;
