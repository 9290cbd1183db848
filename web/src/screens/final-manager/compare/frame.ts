import { UNSEEN } from '../../../theme/unseen.ts';

/** A wide table scrolls in its own frame; its headings and row headers are sticky. */
export const FRAME = {
  overflow: 'auto',
  scrollPaddingTop: '4rem',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main' },
  '& table': { borderCollapse: 'separate', borderSpacing: 0, minWidth: '100%', fontSize: '0.875rem' },
  '& th, & td': {
    p: 1,
    borderBottom: '1px solid',
    borderColor: 'divider',
    textAlign: 'left',
    verticalAlign: 'top',
    bgcolor: 'background.paper',
  },
  '& td': { overflowWrap: 'anywhere' },
  '& thead th': { wordBreak: 'keep-all', position: 'sticky', top: 0, zIndex: 1, minWidth: '4.5rem' },
  '& tr > :not(* + *)': { position: 'sticky', left: 0, zIndex: 1, fontWeight: 400 },
  '& thead tr > :not(* + *)': { zIndex: 2, fontWeight: 700 },
  // A mark that hangs beside a figure has room at the edge of the frame too.
  '& .points': { textAlign: 'right', whiteSpace: 'nowrap', pr: 2.5 },
  '& td.spread': { whiteSpace: 'normal', overflowWrap: 'break-word' },
  // A score with its reason is read from the left.
  '& .given': { textAlign: 'left', pr: 1 },
} as const;

/** On a phone a row is a card: what it is of, its figures beside each other, then a line for each that gave a score. */
export const CARDS = {
  overflow: 'visible',
  maxHeight: 'none',
  border: 0,
  '& table, & tbody': { display: 'block', width: 'auto' },
  '& thead': UNSEEN,
  '& tbody tr': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 2,
    rowGap: 0.5,
    py: 1.25,
    borderBottom: '1px solid',
    borderColor: 'divider',
  },
  '& tbody tr > *': { p: 0, border: 0 },
  '& tbody tr > :not(* + *)': { position: 'static', flex: '1 0 100%' },
  '& tbody .points': { display: 'flex', gap: 0.75, alignItems: 'baseline', p: 0, textAlign: 'left' },
  '& tbody .points::before': { content: 'attr(data-label)', fontSize: '0.75rem', color: 'text.secondary' },
  '& tbody .points > span > div': { ml: 0 },
  '& tbody .given': { flex: '1 0 100%', maxWidth: 'none' },
  '& tbody .given::before': { flex: 'none', width: '7rem', overflowWrap: 'anywhere', whiteSpace: 'normal' },
} as const;
