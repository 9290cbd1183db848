import Box from '@mui/material/Box';
import { useText } from '../../../core/i18n/texts.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Panel } from '../Panel.tsx';
import { Bars, FigureTable, Note } from './FigureTable.tsx';
import { useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import type { Scores } from './useFigures.ts';

/** Items shown of those that lose most. */
const MOST = 10;

/** The mean rates by chapter, self against experts. */
export function Chapters({ scores: { chapters } }: { scores: Scores }) {
  const { common } = useText();
  const { chapters: text } = useOverviewText();
  const numbers = useNumbers();
  const differences = chapters.flatMap(({ self, experts }) =>
    self === null || experts === null ? [] : [self - experts],
  );
  const mean = differences.reduce((sum, one) => sum + one, 0) / (differences.length || 1);
  const size = numbers.fixed(Math.abs(mean), 1);
  return (
    <Panel title={text.title}>
      {differences.length > 0 && (
        <Note>{Math.abs(mean) < 0.05 ? text.equal : mean > 0 ? text.inflated(size) : text.modest(size)}</Note>
      )}
      <FigureTable
        label={text.title}
        columns={[
          { heading: text.chapter },
          { heading: text.experts },
          { heading: text.self },
          { heading: text.difference },
        ]}
        rows={chapters.map(({ serial, title, self, experts }) => ({
          key: serial,
          cells: [
            <span key="title">
              {serial} {title}
              <Bars shares={[(experts ?? 0) / 100, (self ?? 0) / 100]} />
            </span>,
            percentOf(experts),
            percentOf(self),
            self === null || experts === null ? '–' : numbers.signed(self - experts),
          ],
        }))}
      />
    </Panel>
  );

  function percentOf(rate: number | null) {
    return rate === null ? '–' : common.marks.percent(numbers.fixed(rate, 1));
  }
}

/** The items that lose most points. */
export function Items({ scores, most = MOST, note = true }: { scores: Scores; most?: number; note?: boolean }) {
  const { items: text } = useOverviewText();
  const numbers = useNumbers();
  const items = scores.items.filter(({ lost }) => lost > 0).slice(0, most);
  const largest = Math.max(...items.map(({ lost }) => lost));
  return (
    <Panel title={text.title}>
      {items.length === 0 ? (
        <Empty>{text.none}</Empty>
      ) : (
        <>
          <FigureTable
            label={text.title}
            columns={[
              { heading: text.item },
              { heading: text.lost },
              { heading: text.share },
              { heading: text.stations, wideOnly: true },
            ]}
            rows={items.map(({ serial, content, lost, share, stations }) => ({
              key: serial,
              cells: [
                <span key="item" title={content}>
                  <Box component="span" sx={ONE_LINE}>
                    {serial} {content}
                  </Box>
                  <Bars shares={[lost / largest]} />
                </span>,
                numbers.fixed(lost, 1),
                numbers.percent(share),
                numbers.whole(stations),
              ],
            }))}
          />
          {note && <Note>{text.note}</Note>}
        </>
      )}
    </Panel>
  );
}

/** Items are long: their beginning tells which it is, the tooltip has the rest. */
const ONE_LINE = {
  display: '-webkit-box',
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: { xs: 2, sm: 1 },
} as const;
