import { PHONE } from './tokens.ts';
import { UNSEEN } from './unseen.ts';

/**
 * The cells of a table without a frame begin and end where the texts around it do. On a phone a table's rows are cards:
 * one line a cell, with the column's heading (`data-label`) before it. The table names its roles itself, because a
 * browser forgets those of rows and cells that are no longer laid out as a table.
 */
export const ROWS_AS_CARDS = {
  '@media (min-width: 600px)': { '& tr > :first-of-type': { pl: 0 }, '& tr > :last-of-type': { pr: 0 } },
  [PHONE]: {
    '&, & tbody': { display: 'block' },
    '& thead': UNSEEN,
    '& tbody tr': { display: 'block', py: 1.25, borderBottom: '1px solid', borderBottomColor: 'divider' },
    '& tbody td': {
      position: 'relative',
      display: 'block',
      minWidth: 0,
      p: 0,
      py: 0.25,
      border: 0,
      overflowWrap: 'anywhere',
    },
    '& tbody td.heads': { fontWeight: 600 },
    '& tbody td:empty': { display: 'none' },
    '& tbody td[data-label]': { pl: '7.5rem' },
    // The text of the first action stands below that of the cells above it.
    '& tbody td > .MuiButton-text:first-of-type': { minWidth: 0, ml: '-5px' },
    '& tbody td[data-label]::before': {
      content: 'attr(data-label)',
      position: 'absolute',
      left: 0,
      top: 5,
      width: '7rem',
      fontSize: '0.75rem',
      color: 'text.secondary',
    },
  },
} as const;
