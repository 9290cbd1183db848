import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../core/client.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { Levels } from './overview/Levels.tsx';
import { totalOf } from './overview/numbers.ts';
import { useOverviewText } from './overview/texts.ts';
import { Panel } from './Panel.tsx';

const linked = (filter: Record<string, unknown>) => listAddress('/supervisor/stations', filter);

/** An aggregate account's stations by rating. */
export function OwnStations() {
  const { own: text } = useOverviewText();
  const { data, error, refetch } = useQuery({
    queryKey: ['statistics', 'ratings', {}],
    queryFn: ({ signal }) => client.call('GET statistics/ratings', {}, { signal }),
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  if (totalOf(data, ({ stations }) => stations) === 0) {
    return (
      <Panel title={text.title}>
        <Empty>{text.none}</Empty>
      </Panel>
    );
  }
  return <Levels ratings={data} stations={linked} title={text.title} isWide />;
}
