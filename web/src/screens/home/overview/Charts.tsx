import { STATUSES, type Status } from '@shp/shared/domain/assessment/statuses';
import { scoreStep } from '@shp/shared/domain/lib/lists';
import { Empty } from '../../../ui/Empty.tsx';
import { Panel } from '../Panel.tsx';
import { ChartOrTable } from './ChartOrTable.tsx';
import { useColours } from './colours.ts';
import { Figure, FigureTable } from './FigureTable.tsx';
import type { OverviewFilter } from './filter.ts';
import { useLists } from './links.ts';
import { totalOf, useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import type { Progress, Scores } from './useFigures.ts';

type Month = Progress['months'][number];
const PASSED: readonly Status[] = ['passed', 'revoked'];
const FAILED: readonly Status[] = ['failed'];
const OTHERS = STATUSES.filter((status) => ![...PASSED, ...FAILED].includes(status));

type MonthsProps = { filter: OverviewFilter; progress: Progress; isWall?: boolean };

/** The applications by month of their first submission, and how they ended. */
export function Months({ filter, progress: { months }, isWall = false }: MonthsProps) {
  const { months: text } = useOverviewText();
  const numbers = useNumbers();
  const { green, red, data3 } = useColours();
  const lists = useLists(filter);
  if (months.every(({ submitted }) => submitted === 0)) {
    return (
      <Panel title={text.title}>
        <Empty>{filter.year === null ? text.noneAtAll : text.none(filter.year)}</Empty>
      </Panel>
    );
  }
  const parts = [
    { of: 'passed', colour: green, status: PASSED },
    { of: 'failed', colour: red, status: FAILED },
    { of: 'open', colour: data3, status: OTHERS },
  ] as const;
  const countOf = ({ submitted, passed, failed }: Month, of: (typeof parts)[number]['of']) =>
    ({ passed, failed, open: submitted - passed - failed })[of];
  const total = (of: 'submitted' | 'passed' | 'failed') => numbers.whole(totalOf(months, (month) => month[of]));
  return (
    <ChartOrTable
      title={text.title}
      summary={`${text.sum(total('submitted'), total('passed'), total('failed'))} · ${text.note}`}
      isWall={isWall}
      chart={{
        isStacked: true,
        categories: months.map(({ month }) => month),
        series: parts.map(({ of, colour, status }) => ({
          name: text[of],
          colour,
          values: months.map((month) => countOf(month, of)),
          lists: months.map(({ month }) => lists.submitted(month, status)),
        })),
      }}
      table={
        <FigureTable
          label={text.title}
          columns={[
            { heading: text.month },
            { heading: text.submitted },
            { heading: text.passed },
            { heading: text.failed },
            { heading: text.open, wideOnly: true },
          ]}
          rows={months.toReversed().map((row) => ({
            key: row.month,
            cells: [
              row.month,
              <Figure key="submitted" to={lists.submitted(row.month)} of={row.submitted}>
                {numbers.whole(row.submitted)}
              </Figure>,
              ...parts.map(({ of, status }) => (
                <Figure key={of} to={lists.submitted(row.month, status)} of={countOf(row, of)}>
                  {numbers.whole(countOf(row, of))}
                </Figure>
              )),
            ],
          }))}
        />
      }
    />
  );
}

/** The reviews by score, self against experts. */
export function Distribution({ filter, scores: { distribution } }: { filter: OverviewFilter; scores: Scores }) {
  const { distribution: text } = useOverviewText();
  const numbers = useNumbers();
  const { data1, data3 } = useColours();
  const lists = useLists(filter);
  const sides = [
    { of: 'experts', score: 'expertScore', colour: data1 },
    { of: 'self', score: 'stationScore', colour: data3 },
  ] as const;
  const counts = distribution.map(({ self, experts }) => self + experts > 0);
  const steps = distribution.slice(counts.indexOf(true), counts.lastIndexOf(true) + 1);
  const range = ({ from }: { from: number }) => scoreStep(from);
  return (
    <ChartOrTable
      title={text.title}
      summary={text.note}
      chart={{
        categories: steps.map(range),
        series: sides.map(({ of, score, colour }) => ({
          name: text[of],
          colour,
          values: steps.map((step) => step[of]),
          lists: steps.map(({ from }) => lists.concluded({ [score]: from })),
        })),
      }}
      table={
        <FigureTable
          label={text.title}
          columns={[{ heading: text.score }, { heading: text.experts }, { heading: text.self }]}
          rows={steps.map((step) => ({
            key: range(step),
            cells: [
              range(step),
              ...sides.map(({ of, score }) => (
                <Figure key={of} to={lists.concluded({ [score]: step.from })} of={step[of]}>
                  {numbers.whole(step[of])}
                </Figure>
              )),
            ],
          }))}
        />
      }
    />
  );
}
