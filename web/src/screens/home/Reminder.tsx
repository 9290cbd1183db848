import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useSettings } from '../../core/useSettings.ts';
import { endsWithin } from '../assessments/endsWithin.ts';

/** Reminds a station that its rating is about to end. */
export function Reminder() {
  const { common, web } = useText();
  const { remindDays = 0 } = useSettings() ?? {};
  const { data } = useQuery({
    queryKey: ['rating'],
    queryFn: ({ signal }) =>
      client.call(
        'GET assessment/query',
        { status: ['passed'], sortby: 'validUntil', desc: true, size: 1 },
        { signal },
      ),
  });
  const rating = data?.items[0];
  if (!rating?.validUntil || !endsWithin(rating.validUntil, remindDays, Date.now())) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {web.home.ratingEnds(common.levels[rating.level], rating.validUntil)}
    </Alert>
  );
}
