import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';

/** Reviews shown at once; the list behind the link has all. */
const SHOWN = 5;

/** The reviews that an expert is in, the newest first. */
export function Reviews({ expert }: { expert: string }) {
  const { web } = useText();
  const { role } = useUser();
  const { data } = useQuery({
    queryKey: ['assessments', 'of', expert],
    queryFn: ({ signal }) => client.call('GET assessment/query', { expert, size: SHOWN }, { signal }),
  });
  if (!data) return null;
  return (
    <Box component="section" aria-label={web.users.reviews} sx={{ mt: 2 }}>
      <Typography variant="h3">{web.users.reviews}</Typography>
      {data.total === 0 && <Typography sx={{ color: 'text.secondary' }}>{web.users.noReviews}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.items.map((row) => (
          <Box key={row.id} component="li" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, py: 0.5 }}>
            <Link component={RouterLink} to={assessmentPath(role, row)}>
              {row.station.name}
            </Link>
            <Typography component="span" variant="caption" sx={{ color: 'text.secondary', flex: '1 1 auto' }}>
              {row.number}
            </Typography>
            <StatusChip status={row.status} />
          </Box>
        ))}
      </Box>
      {data.total > data.items.length && (
        <Link component={RouterLink} to={listAddress('/assessments', { expert })}>
          {web.users.allReviews(data.total)}
        </Link>
      )}
    </Box>
  );
}
