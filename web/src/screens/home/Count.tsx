import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import type { HomeStatus } from '@shp/shared/api/objects';
import { guard } from '@shp/shared/domain/guard';
import { ON_PROGRESS, STATUSES } from '@shp/shared/domain/statuses';
import { LANG_TAGS } from '@shp/shared/text/index';
import { Link } from 'react-router';
import { usePreferences } from '../../preferences.ts';
import { useUser } from '../../session.ts';
import { useText } from '../../texts.ts';
import { listAddress } from '../../ui/address.ts';

/** The lists that hold what a card counts, the first that the role may open is linked. */
const LISTS: Record<keyof HomeStatus, { path: string; filter?: Record<string, unknown> }[]> = {
  station: [{ path: '/stations' }, { path: '/supervisor/stations' }],
  report: [{ path: '/assessments', filter: { status: STATUSES.filter((status) => status !== 'draft') } }],
  onProgress: [{ path: '/assessments', filter: { status: ON_PROGRESS } }],
  level2: [{ path: '/assessments', filter: { level: [2], status: ['passed'] } }],
  level3: [{ path: '/assessments', filter: { level: [3], status: ['passed'] } }],
};

/** A card with one count; it opens the matching list where the role may. */
export function Count({ of, value }: { of: keyof HomeStatus; value: number | undefined }) {
  const { common } = useText();
  const { lang } = usePreferences();
  const { role } = useUser();
  const list = LISTS[of].find(({ path }) => guard(role, path).go === 'stay');
  const content = (
    <CardContent>
      <Typography sx={{ color: 'text.secondary' }}>{common.home[of]}</Typography>
      <Typography sx={{ fontSize: '2.2rem', lineHeight: 1.3 }}>
        {value === undefined ? '–' : value.toLocaleString(LANG_TAGS[lang])}
      </Typography>
    </CardContent>
  );
  return (
    <Card sx={{ height: '100%', borderLeft: '5px solid', borderLeftColor: 'primary.main' }}>
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
