import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { FONT_SIZES } from '../../../theme/tokens.ts';
import { Panel } from '../Panel.tsx';
import { Chart, type ChartProps } from './Chart.tsx';
import { Note } from './FigureTable.tsx';
import { useOverviewText } from './texts.ts';

type Props = {
  title: string;
  /** The chart in a sentence. */
  summary: string;
  chart: Omit<ChartProps, 'label'>;
  table: ReactNode;
  /** Full-screen mode: no button, and the chart may be lower. */
  isWall?: boolean;
};

/** A chart with its table behind a button. */
export function ChartOrTable({ title, summary, chart, table, isWall = false }: Props) {
  const { chart: text } = useOverviewText();
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title={title}
      fills
      action={
        !isWall && (
          <Button size="small" onClick={() => setAsTable(!asTable)} sx={{ py: 0 }}>
            {asTable ? text.asChart : text.asTable}
          </Button>
        )
      }
    >
      <Note>{summary}</Note>
      {asTable ? (
        <Box tabIndex={0} role="region" aria-label={title} sx={{ maxHeight: HEIGHT + 28, overflowY: 'auto', mt: 1 }}>
          {table}
        </Box>
      ) : (
        <>
          <Legend of={chart.series} />
          <Box sx={isWall ? ROOM : { ...ROOM, minHeight: HEIGHT }}>
            <Chart label={`${title}: ${summary}`} {...chart} />
          </Box>
        </>
      )}
    </Panel>
  );
}

/** Whose each colour is. */
export function Legend({ of }: { of: readonly { readonly name: string; readonly colour: string }[] }) {
  return (
    <Box component="ul" aria-hidden sx={LEGEND}>
      {of.map(({ name, colour }) => (
        <li key={name}>
          <i style={{ background: colour }} /> {name}
        </li>
      ))}
    </Box>
  );
}

/** The least height of a chart in pixels. */
const HEIGHT = 240;

/** The rest of the panel, which the chart itself never makes higher. */
const ROOM = {
  flex: '1 1 0',
  minHeight: 0,
  position: 'relative',
  '& > *': { position: 'absolute', inset: 0 },
} as const;

const LEGEND = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  m: 0,
  mt: 1,
  p: 0,
  listStyle: 'none',
  fontSize: FONT_SIZES.small,
  color: 'text.secondary',
  '& i': { display: 'inline-block', width: 12, height: 12, borderRadius: 0.5, verticalAlign: '-2px' },
} as const;
