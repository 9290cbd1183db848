import Box from '@mui/material/Box';
import CardActionArea from '@mui/material/CardActionArea';
import CardContent from '@mui/material/CardContent';
import MuiLink from '@mui/material/Link';
import Paper from '@mui/material/Paper';
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

/** A card with one count, of a part of the region with the user's own; a count links to the list with this total. */
export function Count({ of, value, own }: Props) {
  const { common } = useText();
  const home = useHomeText();
  const { lang } = usePreferences();
  const user = useUser();
  const list = listOfCard(of, user);
  const ownList = ownListOfCard(of, user);
  const written = (count: number | undefined) => (count === undefined ? '–' : count.toLocaleString(LANG_TAGS[lang]));
  const ownText = (user.role === 'supervisor' ? home.ownLinked : home.own)(written(own));
  const content = (
    <CardContent sx={CONTENT}>
      <Typography sx={{ flex: '1 0 auto', color: 'text.secondary' }}>{common.home[of]}</Typography>
      <Typography sx={{ fontSize: FONT_SIZES.figure, fontWeight: 650, lineHeight: 1.25 }}>{written(value)}</Typography>
      {ownList && (
        <Typography variant="body2">
          {!own ? (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {own === undefined ? '\u00a0' : ownText}
            </Box>
          ) : (
            <MuiLink component={Link} to={listAddress(ownList.path, ownList.filter)}>
              {ownText}
            </MuiLink>
          )}
        </Typography>
      )}
    </CardContent>
  );
  return (
    <Paper sx={{ height: '100%', overflow: 'hidden' }}>
      {list ? (
        <CardActionArea component={Link} to={listAddress(list.path, list.filter)} sx={{ height: '100%' }}>
          {content}
        </CardActionArea>
      ) : (
        content
      )}
    </Paper>
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
