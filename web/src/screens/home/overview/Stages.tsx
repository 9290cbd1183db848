import { useText } from '../../../core/i18n/texts.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Panel } from '../Panel.tsx';
import { Bars, Figure, FigureTable, Note } from './FigureTable.tsx';
import type { OverviewFilter } from './filter.ts';
import { useLists } from './links.ts';
import { shareOf, useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import { type Progress, sumOf } from './useFigures.ts';

/** The open reviews by stage, with median days and what is overdue. */
export function Stages({ filter, progress }: { filter: OverviewFilter; progress: Progress }) {
  const { common } = useText();
  const { stages: text } = useOverviewText();
  const lists = useLists(filter);
  const numbers = useNumbers();
  const most = Math.max(...progress.stages.map(({ count }) => count));
  return (
    <Panel title={text.title} fills>
      {sumOf(progress, 'count') === 0 ? (
        <Empty>{text.none}</Empty>
      ) : (
        <>
          <FigureTable
            label={text.title}
            columns={[
              { heading: text.stage },
              { heading: text.count },
              { heading: text.median },
              { heading: text.overdue },
            ]}
            rows={progress.stages.map(({ status, count, medianDays, overdue }) => ({
              key: status,
              cells: [
                <span key="stage">
                  {common.statuses[status]}
                  <Bars shares={[shareOf(count, most)]} />
                </span>,
                <Figure key="count" to={lists.assessments([status])} of={count}>
                  {numbers.whole(count)}
                </Figure>,
                numbers.maybe(medianDays),
                <Figure key="overdue" to={lists.overdue([status])} of={overdue} strong>
                  {numbers.whole(overdue)}
                </Figure>,
              ],
            }))}
          />
          <Note>{text.note}</Note>
        </>
      )}
    </Panel>
  );
}
