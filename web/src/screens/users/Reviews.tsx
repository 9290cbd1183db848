import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { ASSIGNABLE } from '@shp/shared/domain/assessment/statuses';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useDialogsText } from './dialogsText.ts';

/** Reviews shown at once; the list behind the link has all. */
const SHOWN = 5;

/** The reviews that an expert is in: those under review under their number, then the others, the newest first. */
export function Reviews({ expert }: { expert: string }) {
  const { web } = useText();
  const words = useDialogsText();
  const open = useReviews({ expert, expertWork: 'open', status: [...ASSIGNABLE] });
  const all = useReviews({ expert });
  if (!open || !all) return null;
  const others = all.items.filter(({ id }) => open.items.every((one) => one.id !== id));
  return (
    <>
      <Part title={words.openReviews(open.total)} rows={open.items} />
      {others.length > 0 && <Part title={words.otherReviews} rows={others} />}
      {all.total === 0 && <Typography sx={{ color: 'text.secondary' }}>{web.users.noReviews}</Typography>}
      {all.total > open.items.length + others.length && (
        <Link component={RouterLink} to={listAddress('/assessments', { expert })} sx={{ display: 'block', mb: 2 }}>
          {web.users.allReviews(all.total)}
        </Link>
      )}
    </>
  );
}

type Filter = { expert: string; expertWork?: 'open'; status?: AssessmentRow['status'][] };

function useReviews(filter: Filter) {
  const { data } = useQuery({
    queryKey: ['assessments', 'of', filter],
    queryFn: ({ signal }) => client.call('GET assessment/query', { ...filter, size: SHOWN }, { signal }),
  });
  return data;
}

function Part({ title, rows }: { title: string; rows: readonly AssessmentRow[] }) {
  const { role } = useUser();
  return (
    <Box component="section" aria-label={title} sx={{ mb: 2 }}>
      <Typography variant="h3">{title}</Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((row) => (
          <Box key={row.id} component="li" sx={ROW}>
            <div>
              <Link component={RouterLink} to={assessmentPath(role, row)}>
                {row.station.name}
              </Link>{' '}
              <Typography component="span" variant="caption" sx={NUMBER}>
                {row.number}
              </Typography>
            </div>
            <StatusChip status={row.status} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const ROW = { display: 'flex', alignItems: 'center', gap: 1, py: 0.5, '& > div': { flex: 1, minWidth: 0 } } as const;
/** On a phone always beneath the name. */
const NUMBER = { display: { xs: 'block', sm: 'inline' }, color: 'text.secondary' } as const;
