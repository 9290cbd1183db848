import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import type { HomeStatus } from '@shp/shared/api/objects';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { listOfCard } from '@shp/shared/domain/homeCards';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { Link } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { FONT_SIZES } from '../../theme/tokens.ts';

/** A card with one count; it links to the list with this total, if the user has such a list. */
export function Count({ of, value }: { of: keyof HomeStatus; value: number | undefined }) {
  const { common } = useText();
  const { lang } = usePreferences();
  const list = listOfCard(of, useUser());
  const content = (
    <CardContent sx={CONTENT}>
      <Typography sx={{ color: 'text.secondary' }}>{common.home[of]}</Typography>
      <Typography sx={{ fontSize: FONT_SIZES.figure, fontWeight: 650, lineHeight: 1.25 }}>
        {value === undefined ? '–' : value.toLocaleString(LANG_TAGS[lang])}
      </Typography>
    </CardContent>
  );
  return (
    <Card sx={{ height: '100%' }}>
      {list ? (
        <CardActionArea component={Link} to={listAddress(list.path, list.filter)} sx={{ height: '100%' }}>
          {content}
        </CardActionArea>
      ) : (
        content
      )}
    </Card>
  );
}

/** The figures of a row stand on one line, whether or not their labels take two. */
const CONTENT = {
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  height: '100%',
  px: { xs: 1.5, sm: 2 },
  '&, &:last-child': { py: 1.5 },
} as const;
