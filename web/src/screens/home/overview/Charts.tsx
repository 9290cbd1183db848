import { Empty } from '../../../ui/Empty.tsx';
import { Panel } from '../Panel.tsx';
import { ChartOrTable } from './ChartOrTable.tsx';
import { useColours } from './colours.ts';
import { FigureTable } from './FigureTable.tsx';
import type { OverviewFilter } from './filter.ts';
import { totalOf, useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import type { Progress, Scores } from './useFigures.ts';

type MonthsProps = { filter: OverviewFilter; progress: Progress; isWall?: boolean };

/** The applications by month of their first submission, and how they ended. */
export function Months({ filter, progress: { months }, isWall = false }: MonthsProps) {
  const { months: text } = useOverviewText();
  const numbers = useNumbers();
  const { green, red, data3 } = useColours();
  if (months.every(({ submitted }) => submitted === 0)) {
    return (
      <Panel title={text.title}>
        <Empty>{filter.year === null ? text.noneAtAll : text.none(filter.year)}</Empty>
      </Panel>
    );
  }
  const total = (of: 'submitted' | 'passed' | 'failed') => numbers.whole(totalOf(months, (month) => month[of]));
  return (
    <ChartOrTable
      title={text.title}
      summary={`${text.sum(total('submitted'), total('passed'), total('failed'))} · ${text.note}`}
      isWall={isWall}
      chart={{
        isStacked: true,
        categories: months.map(({ month }) => month),
        series: [
          { name: text.passed, colour: green, values: months.map(({ passed }) => passed) },
          { name: text.failed, colour: red, values: months.map(({ failed }) => failed) },
          {
            name: text.open,
            colour: data3,
            values: months.map(({ submitted, passed, failed }) => submitted - passed - failed),
          },
        ],
      }}
      table={
        <FigureTable
          label={text.title}
          columns={[
            { heading: text.month },
            { heading: text.submitted },
            { heading: text.passed },
            { heading: text.failed },
          ]}
          rows={months.toReversed().map(({ month, submitted, passed, failed }) => ({
            key: month,
            cells: [month, numbers.whole(submitted), numbers.whole(passed), numbers.whole(failed)],
          }))}
        />
      }
    />
  );
}

/** The reviews by score, self against experts. */
export function Distribution({ scores: { distribution } }: { scores: Scores }) {
  const { distribution: text } = useOverviewText();
  const numbers = useNumbers();
  const { data1, data3 } = useColours();
  const counts = distribution.map(({ self, experts }) => self + experts > 0);
  const steps = distribution.slice(counts.indexOf(true), counts.lastIndexOf(true) + 1);
  const range = ({ from, to }: { from: number; to: number }) => `${from}–${to}`;
  return (
    <ChartOrTable
      title={text.title}
      summary={text.note}
      chart={{
        categories: steps.map(range),
        series: [
          { name: text.experts, colour: data1, values: steps.map(({ experts }) => experts) },
          { name: text.self, colour: data3, values: steps.map(({ self }) => self) },
        ],
      }}
      table={
        <FigureTable
          label={text.title}
          columns={[{ heading: text.score }, { heading: text.experts }, { heading: text.self }]}
          rows={steps.map((step) => ({
            key: range(step),
            cells: [range(step), numbers.whole(step.experts), numbers.whole(step.self)],
          }))}
        />
      }
    />
  );
}
