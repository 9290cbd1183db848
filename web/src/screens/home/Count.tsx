import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import type { HomeStatus } from '@shp/shared/api/objects';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { listOfCard, ownListOfCard } from '@shp/shared/domain/homeCards';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { Link } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { FONT_SIZES } from '../../theme/tokens.ts';
import { useHomeText } from './texts.ts';

type Props = {
  of: keyof HomeStatus;
  value: number | undefined;
  /** The count of the user's own part of the region. */
  own: number | undefined;
};

/** A card with one count, of the user's own part with the region's beneath it; a count links to the list with this total. */
export function Count({ of, value, own }: Props) {
  const { common } = useText();
  const home = useHomeText();
  const { lang } = usePreferences();
  const user = useUser();
  const ownList = ownListOfCard(of, user);
  const list = ownList ? (own ? ownList : null) : listOfCard(of, user);
  const written = (count: number | undefined) => (count === undefined ? '–' : count.toLocaleString(LANG_TAGS[lang]));
  const content = (
    <CardContent sx={CONTENT}>
      <Typography sx={{ flex: '1 0 auto', color: 'text.secondary' }}>{common.home[of]}</Typography>
      <Typography sx={{ fontSize: FONT_SIZES.figure, fontWeight: 650, lineHeight: 1.25 }}>
        {written(ownList ? own : value)}
      </Typography>
      {ownList && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {home.region(written(value))}
        </Typography>
      )}
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
  height: '100%',
  px: { xs: 1.5, sm: 2 },
  '&, &:last-child': { py: 1.5 },
} as const;
