import Box from '@mui/material/Box';
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FONT_SIZES } from '../../../theme/tokens.ts';
import { useColours } from './colours.ts';
import { Linked } from './FigureTable.tsx';
import { useNumbers } from './numbers.ts';
import { ticksOf } from './ticks.ts';

type Series = {
  readonly name: string;
  readonly colour: string;
  readonly values: readonly number[];
  /** The list that a bar leads to, by category. */
  readonly lists?: readonly (string | null)[];
};
export type ChartProps = {
  /** What a screen reader says of the chart. */
  label: string;
  categories: readonly string[];
  series: readonly Series[];
  isStacked?: boolean;
};

/** Room for the categories below the bars and for the text of an axis, in pixels. */
const FOOT = 24;
const HEAD = 10;
const CHARACTER = 8;
/** The first category stands in the middle of its bar and needs half its width to the left. */
const NARROWEST = 24;
const WIDEST_BAR = 28;

/** A bar chart with a tooltip for each category; the table behind it has the same figures and links. */
export function Chart({ label, categories, series, isStacked = false }: ChartProps) {
  const [box, { width, height }] = useSize();
  const { whole } = useNumbers();
  const { soft, line } = useColours();
  const sums = categories.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const ticks = ticksOf(Math.max(1, ...(isStacked ? sums : series.flatMap(({ values }) => values))));
  const top = ticks.at(-1) ?? 1;
  const left = Math.max(whole(top).length * CHARACTER + 8, NARROWEST);
  const longest = Math.max(0, ...categories.map((category) => category.length)) * CHARACTER;
  // Half of the last name stands to the right of its bar's middle.
  const right = Math.max(0, longest - (width - left) / categories.length) / 2;
  const step = Math.max(0, width - left - right) / categories.length;
  const y = (value: number) => height - FOOT - ((height - FOOT - HEAD) * value) / top;
  const bars = isStacked ? 1 : series.length;
  const bar = Math.min(WIDEST_BAR, (step * 0.72) / bars);
  const every = Math.max(1, Math.ceil((longest + 8) / step));
  return (
    <Box ref={box} role="figure" aria-label={label} sx={CHART}>
      {width > left && (
        <svg width={width} height={height} aria-hidden>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} stroke={line} />
              <text x={left - 8} y={y(tick) + 4} textAnchor="end" fill={soft}>
                {whole(tick)}
              </text>
            </g>
          ))}
          {categories.map((category, index) => {
            const middle = left + step * (index + 0.5);
            let below = 0;
            return (
              <g key={category}>
                <title>
                  {[category, ...series.map(({ name, values }) => `${name} ${whole(values[index] ?? 0)}`)].join('\n')}
                </title>
                {/* The whole column shows the tooltip. */}
                <rect x={middle - step / 2} y={0} width={step} height={height} className="column" />
                {series.map(({ name, colour, values, lists }, of) => {
                  const value = values[index] ?? 0;
                  const from = isStacked ? below : 0;
                  below += value;
                  return (
                    <Bar key={name} to={value === 0 ? null : (lists?.[index] ?? null)}>
                      <rect
                        x={middle - (bar * bars) / 2 + (isStacked ? 0 : bar * of)}
                        y={y(from + value)}
                        width={Math.max(1, bar - (isStacked ? 0 : 1))}
                        height={y(from) - y(from + value)}
                        fill={colour}
                      />
                    </Bar>
                  );
                })}
                {/* The last one, the newest, always has its name. */}
                {(categories.length - 1 - index) % every === 0 && (
                  <text x={middle} y={height - 6} textAnchor="middle" fill={soft}>
                    {category}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </Box>
  );
}

/** A bar that leads to its list; keyboard and screen reader take the link of the table. */
function Bar({ to, children }: { to: string | null; children: ReactNode }) {
  const isLinked = useContext(Linked);
  return to === null || !isLinked ? (
    children
  ) : (
    <Link to={to} tabIndex={-1}>
      {children}
    </Link>
  );
}

/** The size of an element, as it changes. */
function useSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, size] as const;
}

const CHART = {
  height: '100%',
  overflow: 'hidden',
  '& svg': { display: 'block' },
  '& text': { fontSize: FONT_SIZES.small },
  '& a:hover': { opacity: 0.75 },
  '& .column': { fill: 'transparent' },
  '& g:hover > .column': { fill: 'currentcolor', opacity: 0.06 },
} as const;
