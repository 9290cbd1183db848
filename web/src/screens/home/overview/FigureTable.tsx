import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { createContext, type ReactNode, useContext } from 'react';
import { Link as RouterLink, type To } from 'react-router';
import { FONT_SIZES, PHONE } from '../../../theme/tokens.ts';

export type Column = {
  readonly heading: string;
  /** Text columns begin at the left; figures end at the right. */
  readonly text?: true;
  /** Left out on a phone. */
  readonly wideOnly?: true;
};
export type FigureRow = { readonly key: string; readonly cells: readonly ReactNode[] };

/** A table of figures; the first column heads its row. */
export function FigureTable({
  label,
  columns,
  rows,
  isLong = false,
}: {
  label: string;
  /** On a phone the first column, a long text, has the row to itself; the figures stand beneath. */
  isLong?: boolean;
  columns: readonly Column[];
  rows: readonly FigureRow[];
}) {
  const lastOnPhone = columns.findLastIndex(({ wideOnly }) => !wideOnly);
  const classOf = (place: number) =>
    [columns[place]?.text && 'text', columns[place]?.wideOnly && 'wide', place === lastOnPhone && 'end']
      .filter(Boolean)
      .join(' ') || undefined;
  return (
    <Box component="table" aria-label={label} sx={isLong ? LONG : TABLE}>
      <thead>
        <tr>
          {columns.map(({ heading }, index) => (
            <th key={heading} scope="col" className={classOf(index)}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => {
              const Cell = index === 0 ? 'th' : 'td';
              return (
                <Cell
                  key={columns[index]?.heading}
                  {...(index === 0 ? { scope: 'row' as const } : {})}
                  className={classOf(index)}
                >
                  {cell}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** Whether figures are links; not in full-screen mode. */
export const Linked = createContext(true);

type FigureProps = {
  to: To | null;
  /** What is counted: zero is grey and leads nowhere. */
  of?: number;
  strong?: boolean;
  children: ReactNode;
};

/** A figure; a link if a list shows exactly what it counts. */
export function Figure({ to, of, strong, children }: FigureProps) {
  const isLinked = useContext(Linked);
  const style = of === 0 ? ZERO : strong ? STRONG : {};
  if (to === null || of === 0 || !isLinked)
    return (
      <Box component="span" sx={style}>
        {children}
      </Box>
    );
  return (
    <Link component={RouterLink} to={to} sx={style}>
      {children}
    </Link>
  );
}

const STRONG = { color: 'error.main', fontWeight: 600 } as const;
const ZERO = { color: 'text.secondary' } as const;

/** Shares from 0 to 1 as bars above each other; the figures stand beside them. */
export function Bars({ shares, colours = [] }: { shares: readonly number[]; colours?: readonly string[] }) {
  return (
    <Box component="span" aria-hidden className="bars" sx={BARS}>
      {shares.map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars never move
        <i key={index} style={{ inlineSize: widthOf(share), background: colours[index] }} />
      ))}
    </Box>
  );
}

/** However small, a share that is not zero can be seen. */
const widthOf = (share: number) => (share > 0 ? `max(2px, ${Math.min(1, share) * 100}%)` : 0);

/** A remark below a title or figure. */
export function Note({ children }: { children: ReactNode }) {
  return <Box sx={{ color: 'text.secondary', fontSize: FONT_SIZES.small, mt: 0.5 }}>{children}</Box>;
}

const TABLE = {
  width: '100%',
  // In a panel that it fills, the rows share the height that is left.
  flexGrow: 1,
  borderCollapse: 'collapse',
  '& th, & td': {
    p: '6px 8px',
    textAlign: 'right',
    verticalAlign: 'top',
    borderBottom: '1px solid',
    borderBottomColor: 'divider',
  },
  '& thead th': { color: 'text.secondary', fontSize: FONT_SIZES.small, fontWeight: 500, wordBreak: 'keep-all' },
  // No line of a name has a single character.
  '& tbody th': {
    fontWeight: 'inherit',
    minWidth: '4.7em',
    textWrap: 'balance',
  },
  '& tbody tr:last-child > *': { borderBottom: 0 },
  '& td': { whiteSpace: 'nowrap' },
  '& th:first-of-type, & .text': { textAlign: 'left', whiteSpace: 'normal' },
  '& tr > :first-of-type': { pl: 0 },
  '& .end': { pr: { xs: 0, sm: '8px' } },
  '& tr > :last-child': { pr: 0 },
  '& .wide': { display: { xs: 'none', sm: 'table-cell' } },
} as const;

const LONG = {
  ...TABLE,
  '& tbody th': { fontWeight: 'inherit' },
  [PHONE]: {
    display: 'block',
    '& thead, & tbody': { display: 'block' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: 'repeat(3, 1fr)',
      borderBottom: '1px solid',
      borderBottomColor: 'divider',
    },
    '& tbody tr:last-child': { borderBottom: 0 },
    '& th, & td': { borderBottom: 0 },
    '& tr > *': { textAlign: 'left', px: 0 },
    '& tr > :first-child': { gridColumn: '1 / -1', pb: 0 },
  },
} as const;

const BARS = {
  display: 'grid',
  gap: '3px',
  mt: '5px',
  '& i': { display: 'block', height: 6, borderRadius: 0.5, bgcolor: 'primary.main' },
} as const;
