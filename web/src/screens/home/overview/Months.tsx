import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Panel } from '../Panel.tsx';
import { FigureTable, Note } from './FigureTable.tsx';
import type { OverviewFilter } from './filter.ts';
import { totalOf, useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import type { Progress, Scores } from './useFigures.ts';

/** The applications by month of their first submission, and how they ended. */
export function Months({ filter, progress: { months } }: { filter: OverviewFilter; progress: Progress }) {
  const { months: text } = useOverviewText();
  const numbers = useNumbers();
  const [submitted, passed, failed] = (['submitted', 'passed', 'failed'] as const).map((of) =>
    numbers.whole(totalOf(months, (month) => month[of])),
  );
  if (months.every((month) => month.submitted === 0)) {
    return (
      <Panel title={text.title}>
        <p>{filter.year === null ? text.noneAtAll : text.none(filter.year)}</p>
      </Panel>
    );
  }
  return (
    <Panel title={text.title}>
      <Note>
        {text.sum(submitted ?? '', passed ?? '', failed ?? '')} · {text.note}
      </Note>
      <Scrolling label={text.title}>
        <FigureTable
          label={text.title}
          columns={[
            { heading: text.month },
            { heading: text.submitted },
            { heading: text.passed },
            { heading: text.failed },
          ]}
          rows={months.toReversed().map((month) => ({
            key: month.month,
            cells: [
              month.month,
              numbers.whole(month.submitted),
              numbers.whole(month.passed),
              numbers.whole(month.failed),
            ],
          }))}
        />
      </Scrolling>
    </Panel>
  );
}

/** The reviews by score, self against experts. */
export function Distribution({ scores: { distribution } }: { scores: Scores }) {
  const { distribution: text } = useOverviewText();
  const numbers = useNumbers();
  const rows = distribution.filter(({ self, experts }) => self + experts > 0);
  return (
    <Panel title={text.title}>
      <Note>{text.note}</Note>
      <Scrolling label={text.title}>
        <FigureTable
          label={text.title}
          columns={[{ heading: text.score }, { heading: text.self }, { heading: text.experts }]}
          rows={rows.map(({ from, to, self, experts }) => ({
            key: String(from),
            cells: [`${from}–${to}`, numbers.whole(self), numbers.whole(experts)],
          }))}
        />
      </Scrolling>
    </Panel>
  );
}

/** A long table in a box of the height of a chart; the keyboard scrolls it. */
function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box tabIndex={0} role="region" aria-label={label} sx={{ maxHeight: 280, overflowY: 'auto', mt: 1 }}>
      {children}
    </Box>
  );
}
