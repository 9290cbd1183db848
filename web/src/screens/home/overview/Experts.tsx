import Button from '@mui/material/Button';
import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { useState } from 'react';
import { useMinWidth } from '../../../theme/useMinWidth.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Panel } from '../Panel.tsx';
import { Figure, FigureTable, Note } from './FigureTable.tsx';
import type { OverviewFilter } from './filter.ts';
import { useLists } from './links.ts';
import { useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import type { Experts as ExpertFigures } from './useFigures.ts';

/** Experts shown at first. */
const FEW = 10;

/** The experts' load, time and severity, the largest load first. */
export function Experts({ filter, experts }: { filter: OverviewFilter; experts: ExpertFigures }) {
  const { experts: text } = useOverviewText();
  const numbers = useNumbers();
  const lists = useLists(filter);
  const isWide = useMinWidth('sm');
  const [all, setAll] = useState(false);
  const sorted = [...experts].sort((a, b) => b.load - a.load || b.concluded - a.concluded);
  return (
    <Panel title={text.title}>
      {experts.length === 0 ? (
        <Empty>{text.none}</Empty>
      ) : (
        <>
          <FigureTable
            label={text.title}
            columns={[
              { heading: text.name },
              { heading: text.load },
              { heading: text.concluded },
              { heading: text.median, wideOnly: true },
              { heading: text.severity },
              { heading: text.spread, wideOnly: true },
            ]}
            rows={(all ? sorted : sorted.slice(0, FEW)).map((expert) => ({
              key: expert.id,
              cells: [
                <Figure key="name" to={lists.expert(expert.id)}>
                  {expert.name}
                </Figure>,
                <Figure key="load" to={lists.load(expert.id)} of={expert.load}>
                  {numbers.whole(expert.load)}
                </Figure>,
                <Figure key="concluded" to={lists.concludedBy(expert.id)} of={expert.concluded}>
                  {numbers.whole(expert.concluded)}
                </Figure>,
                numbers.maybe(expert.medianDays),
                expert.severity === null ? '–' : numbers.signed(expert.severity, 2),
                numbers.maybe(expert.spread, 2),
              ],
            }))}
          />
          <Note>{text.note(filter.own === PROVINCE, isWide)}</Note>
          {!all && sorted.length > FEW && (
            <Button size="small" onClick={() => setAll(true)} sx={{ ml: -0.5, mt: 0.5 }}>
              {text.all(numbers.whole(sorted.length))}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}
