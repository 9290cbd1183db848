import type { Finding } from '@shp/shared/api/findings/objects';
import { FINDING_STATES } from '@shp/shared/domain/findings/finding';
import { dayOf } from '@shp/shared/domain/lib/days';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import { compareSerials } from '@shp/shared/domain/standard/standard';
import { conclusion } from '@shp/shared/text/conclusion';
import { findings as words } from '@shp/shared/text/findings/zh';
import { rules } from '@shp/shared/text/zh/rules';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../core/client.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';

const SIZE = 200;
const LANES = 4;

/** The findings of an assessment with their steps. @throws ApiError */
async function read(id: string, signal: AbortSignal): Promise<{ station: string; rows: readonly Finding[] }> {
  const { station } = await client.call('GET assessment', { id }, { signal });
  const rows: Finding[] = [];
  for (let page = 1; ; page += 1) {
    const input = { station: station.id, state: [...FINDING_STATES], page, size: SIZE };
    const { items, total } = await client.call('GET finding/query', input, { signal });
    const own = items.filter(({ assessment }) => assessment?.id === id);
    const whole = await mapLimit(own, LANES, (row) => client.call('GET finding', { id: row.id }, { signal }), signal);
    rows.push(...whole.flatMap((one) => one ?? []));
    if (page * SIZE >= total) break;
  }
  return { station: station.name, rows: rows.sort((a, b) => compareSerials(a.serial ?? '', b.serial ?? '')) };
}

/** The report on the rectification of what a review found: an official document, in Chinese like the conclusion. */
export default function FindingsReport({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['findingsReport', id],
    queryFn: ({ signal }) => read(id, signal),
    staleTime: 0,
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { station, rows } = data;
  const { columns, report } = words;
  const closed = rows.filter(({ state }) => state === 'closed').length;
  const overdue = rows.filter((row) => row.overdue).length;
  return (
    <article className="conclusion" lang="zh-CN">
      <h1>
        {report.title}
        <small>{report.subtitle(station)}</small>
      </h1>
      <p className="number">{report.madeOn(dayOf(new Date()))}</p>
      <p>{report.summary(rows.length, closed, overdue)}</p>
      {rows.length === 0 ? (
        <p>{conclusion.none}</p>
      ) : (
        <table className="items report">
          <thead>
            <tr>
              {[columns.serial, columns.text, columns.state, report.steps].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>{row.serial}</td>
                <td>
                  <p>{row.text}</p>
                  {row.advice !== '' && <p>{`${columns.advice}：${row.advice}`}</p>}
                </td>
                <td>
                  <p>{rules.findingStates[row.state]}</p>
                  {row.due !== null && <p>{row.due}</p>}
                </td>
                <td>
                  {row.events.slice(1).map(({ at, state, text }) => (
                    <p key={`${at}-${state}`}>{`${dayOf(at)} ${rules.findingStates[state]}：${text}`}</p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}
