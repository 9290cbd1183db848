import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../core/i18n/texts.ts';
import { useHomeText } from './texts.ts';

type Panorama = { name: string; url: string; preview: string };

async function loadTour(signal: AbortSignal): Promise<Panorama[]> {
  const answer = await fetch('/pano.json', { signal });
  const list: unknown = answer.ok ? await answer.json() : null;
  if (!Array.isArray(list)) throw new Error('no panorama list');
  return list.filter(isPanorama);
}

function isPanorama(item: unknown): item is Panorama {
  if (typeof item !== 'object' || item === null) return false;
  const { name, url, preview } = item as Record<string, unknown>;
  return typeof name === 'string' && typeof preview === 'string' && typeof url === 'string' && isWebAddress(url);
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url, location.href) && /^https?:$/.test(new URL(url, location.href).protocol);
}

/** The station tour: tiles of 200 by 200 px that link to panoramas outside the console. */
export function Tour() {
  const { login, web } = useText();
  const { tour } = useHomeText();
  const { data, isError, refetch } = useQuery({
    queryKey: ['pano.json'],
    queryFn: ({ signal }) => loadTour(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-labelledby="tour">
      <Typography variant="h2" id="tour" sx={{ mb: 2 }}>
        {tour.title}
      </Typography>
      {isError && (
        <Typography>
          {tour.failed} <Button onClick={() => void refetch()}>{login.retry}</Button>
        </Typography>
      )}
      {data?.length === 0 && <Typography>{tour.none}</Typography>}
      <Box component="ul" sx={TILES}>
        {data?.map(({ name, url, preview }) => (
          <li key={url}>
            <Box component="a" href={url} target="_blank" rel="noopener noreferrer" title={web.newTab} sx={TILE}>
              <img src={preview} alt="" width={200} height={200} loading="lazy" />
              <span>{name}</span>
            </Box>
          </li>
        ))}
      </Box>
    </section>
  );
}

/** One row, which scrolls sideways where it is longer than the page. */
const TILES = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '200px',
  overflowX: 'auto',
  justifyContent: 'start',
  gap: 2,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

const TILE = {
  position: 'relative',
  display: 'block',
  width: 200,
  height: 200,
  overflow: 'hidden',
  borderRadius: 1,
  bgcolor: 'action.selected',
  // The pictures do not outweigh the work above them.
  '& img': { display: 'block', objectFit: 'cover', filter: 'saturate(0.6)' },
  '&:is(:hover, :focus-visible) img': { filter: 'none' },
  '& span': { position: 'absolute', inset: 'auto 0 0', p: 1, color: '#fff', bgcolor: 'rgb(0 0 0 / 72%)' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: '-3px' },
} as const;
