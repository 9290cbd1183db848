import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import { shortTitle } from '@shp/shared/text/chapterTitles';
import { useContext, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../core/i18n/texts.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Panel } from '../Panel.tsx';
import { Legend } from './ChartOrTable.tsx';
import { useColours } from './colours.ts';
import { Bars, Figure, FigureTable, Linked, Note } from './FigureTable.tsx';
import type { OverviewFilter } from './filter.ts';
import { useLists } from './links.ts';
import { useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import type { Scores } from './useFigures.ts';

/** Items shown of those that lose most. */
const MOST = 10;

/** The mean rates by chapter, self against experts. */
export function Chapters({ filter, scores: { chapters } }: { filter: OverviewFilter; scores: Scores }) {
  const { common } = useText();
  const { chapters: text } = useOverviewText();
  const { data1, data3 } = useColours();
  const numbers = useNumbers();
  const lists = useLists(filter);
  const differences = chapters.flatMap(({ self, experts }) =>
    self === null || experts === null ? [] : [self - experts],
  );
  const mean = differences.reduce((sum, one) => sum + one, 0) / (differences.length || 1);
  const size = numbers.fixed(Math.abs(mean), 1);
  return (
    <Panel title={text.title} fills>
      {differences.length > 0 && (
        <Note>{Math.abs(mean) < 0.05 ? text.equal : mean > 0 ? text.inflated(size) : text.modest(size)}</Note>
      )}
      <Legend
        of={[
          { name: text.experts, colour: data1 },
          { name: text.self, colour: data3 },
        ]}
      />
      <FigureTable
        label={text.title}
        columns={[
          { heading: text.chapter },
          { heading: text.experts },
          { heading: text.self },
          { heading: text.difference },
          { heading: text.reviews, wideOnly: true },
        ]}
        rows={chapters.map(({ serial, version, title, self, experts, reviews }) => ({
          key: serial,
          cells: [
            <span key="title" title={title}>
              <Figure to={lists.concluded({ chapter: `${serial}@${version}` })}>
                {serial} {shortTitle(title)}
              </Figure>
              <Bars shares={[(experts ?? 0) / 100, (self ?? 0) / 100]} colours={[data1, data3]} />
            </span>,
            percentOf(experts),
            percentOf(self),
            self === null || experts === null ? '–' : numbers.signed(self - experts),
            <Figure key="reviews" to={lists.concluded({ chapter: `${serial}@${version}` })} of={reviews}>
              {numbers.whole(reviews)}
            </Figure>,
          ],
        }))}
      />
    </Panel>
  );

  function percentOf(rate: number | null) {
    return rate === null ? '–' : common.marks.percent(numbers.fixed(rate, 1));
  }
}

type ItemsProps = {
  filter: OverviewFilter;
  scores: Scores;
  most?: number;
  note?: boolean;
  /** Only what is read from afar: the texts have the room of the numbers of reviews and stations. */
  isWall?: boolean;
};

/** The items that lose most points. */
export function Items({ filter, scores, most = MOST, note = true, isWall = false }: ItemsProps) {
  const { items: text } = useOverviewText();
  const numbers = useNumbers();
  const lists = useLists(filter);
  const items = scores.items.filter(({ lost }) => lost > 0).slice(0, most);
  const largest = Math.max(...items.map(({ lost }) => lost));
  return (
    <Panel title={text.title} fills>
      {items.length === 0 ? (
        <Empty>{text.none}</Empty>
      ) : (
        <>
          <FigureTable
            isLong
            label={text.title}
            columns={[
              { heading: text.item },
              { heading: text.lost },
              { heading: text.share },
              ...(isWall ? [] : [{ heading: text.reviews }, { heading: text.stations, wideOnly: true as const }]),
            ]}
            rows={items.map(({ serial, version, content, lost, share, reviews, stations }) => ({
              key: serial,
              cells: [
                <span key="item">
                  <ItemText text={`${serial} ${content}`} />
                  <Bars shares={[lost / largest]} />
                </span>,
                numbers.fixed(lost, 1),
                numbers.percent(share),
                ...(isWall
                  ? []
                  : [
                      <Figure key="reviews" to={lists.concluded({ lost: `${serial}@${version}` })} of={reviews}>
                        {numbers.whole(reviews)}
                      </Figure>,
                      numbers.whole(stations),
                    ]),
              ],
            }))}
          />
          {note && <Note>{text.note}</Note>}
        </>
      )}
    </Panel>
  );
}

/** An item's text in the standard: its beginning tells which it is; a click unfolds the rest where there is more. */
function ItemText({ text }: { text: string }) {
  const isLinked = useContext(Linked);
  const id = useId();
  const written = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = written.current;
    if (!element || !isLinked || isOpen) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLinked, isOpen]);
  const few = isLinked ? ITS_BEGINNING : { ...ITS_BEGINNING, WebkitLineClamp: 1, wordBreak: 'break-all' };
  return (
    <Box component="span" sx={ITEM}>
      <Box component="span" id={id} ref={written} sx={isOpen ? undefined : few}>
        {text}
      </Box>
      {(isCut || isOpen) && (
        <Box
          component="button"
          type="button"
          aria-labelledby={id}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={UNFOLDING}
        >
          <ExpandMore color="primary" fontSize="small" sx={isOpen ? { rotate: '180deg' } : undefined} />
        </Box>
      )}
    </Box>
  );
}

const ITEM = { position: 'relative', display: 'flex', justifyContent: 'space-between', gap: 0.5 } as const;

/** A press on the text unfolds it too. */
const UNFOLDING = {
  flex: 'none',
  width: 24,
  height: 24,
  p: 0,
  border: 0,
  bgcolor: 'transparent',
  cursor: 'pointer',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

const ITS_BEGINNING = {
  display: '-webkit-box',
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
} as const;
