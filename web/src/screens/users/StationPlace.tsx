import Box from '@mui/material/Box';
import type { User } from '@shp/shared/api/objects';
import { cityOf, divisionPath } from '@shp/shared/domain/accounts/divisions';
import { PLACES } from '@shp/shared/domain/statistics/tiles';
import { useText } from '../../core/i18n/texts.ts';
import { FONT_SIZES } from '../../theme/tokens.ts';

type Props = { division: string; profile: User['profile'] };

/** The cities as on the overview's map, with that of a station marked, and its coordinates below. */
export function StationPlace({ division, profile }: Props) {
  const { common } = useText();
  const own = cityOf(division);
  if (own === null) return null;
  const coordinates = (['longitude', 'latitude'] as const).flatMap((key) =>
    typeof profile[key] === 'number' ? `${common.fields[key]} ${profile[key]}°` : [],
  );
  return (
    <Box component="figure" sx={FIGURE}>
      <Box aria-hidden sx={MAP}>
        {Object.entries(PLACES).map(([city, [column, row]]) => (
          <Box key={city} sx={city === own ? OWN : TILE} style={{ gridColumn: column, gridRow: row }}>
            {divisionPath(city).replace(/市$/, '')}
          </Box>
        ))}
      </Box>
      <figcaption>{[divisionPath(division), ...coordinates].join(' · ')}</figcaption>
    </Box>
  );
}

const FIGURE = { m: 0, mt: 2, '& figcaption': { mt: 1, color: 'text.secondary' } } as const;
const MAP = { display: 'grid', gridTemplateColumns: 'repeat(5, minmax(0, 1fr))', gap: '4px', maxWidth: 360 } as const;
const TILE = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: 30,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: FONT_SIZES.small,
  color: 'text.secondary',
} as const;
const OWN = {
  ...TILE,
  bgcolor: 'primary.main',
  borderColor: 'primary.main',
  color: 'primary.contrastText',
  fontWeight: 650,
} as const;
