import { PHONE } from '../../theme/tokens.ts';
import { UNSEEN } from '../../theme/unseen.ts';

const NUMBER = '.MuiTableCell-alignRight.MuiTableCell-root';

/**
 * A list's table: narrow padding, so that a desktop screen fits more columns; on a phone each row is a card. A card begins
 * with the heading, has a line for each further field, and its label and value stand in two columns of their own.
 */
export const CARDS = {
  '& th, & td': { px: 1 },
  '@media (min-width: 600px)': {
    '& :is(th, td):first-of-type:not(.MuiTableCell-paddingCheckbox)': { pl: 2 },
    '& :is(th, td):last-of-type': { pr: 2 },
    '& td.actions': { pl: 0, pr: 1, minWidth: 40, textAlign: 'center' },
    '& td:not(.select, .actions):empty::after': { content: '"–"', color: 'text.secondary' },
    // A number stands at the right of its column: more room before a text that follows it.
    '& .MuiTableCell-alignRight + .MuiTableCell-alignLeft': { pl: 2 },
  },
  [PHONE]: {
    '&, & tbody': { display: 'block' },
    '& thead': UNSEEN,
    '& tbody tr': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      columnGap: 1,
      rowGap: 0.25,
      px: 1.5,
      py: 1.25,
      borderBottom: '1px solid',
      borderBottomColor: 'divider',
    },
    '& tbody tr:has(td.select)': { pl: '44px' },
    '& tbody td.MuiTableCell-root': {
      display: 'block',
      gridColumn: '1 / -1',
      order: 2,
      minWidth: 0,
      width: 'auto',
      p: 0,
      border: 0,
      textAlign: 'left',
    },
    '& tbody td.MuiTableCell-root.heading': { order: 0 },
    // The status with its days on one line.
    '& tbody td.MuiTableCell-root.status': {
      order: 1,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      columnGap: 1,
    },
    '& tbody td.MuiTableCell-root:is(.select, .level, .actions)': { position: 'absolute', gridColumn: 'auto' },
    '& tbody td.select': { left: '4px', top: '7px' },
    '& tbody td.level': { right: '12px', top: '10px' },
    '& tbody td.actions': { right: '4px', top: '4px' },
    '& tbody tr:has(td.level, .actions > *) td.heading': { mr: '3.5rem' },
    '& tbody tr:has(td.actions:not(:empty)) td.level': { right: '48px' },
    '& tbody tr:has(td.level):has(td.actions:not(:empty)) td.heading': { mr: '6rem' },
    '& tbody td.MuiTableCell-root.labelled': { display: 'flex', flexDirection: 'row', alignItems: 'baseline' },
    // Two numbers fit on one line.
    [`& tbody td${NUMBER}:has(+ ${NUMBER}), & tbody ${NUMBER} + td${NUMBER}`]: { gridColumn: 'auto' },
    '& tbody td.labelled::before': {
      content: 'attr(data-label)',
      flex: 'none',
      width: '5.5rem',
      pr: 1,
      fontSize: '0.75rem',
      whiteSpace: 'normal',
      color: 'text.secondary',
    },
    '& tbody td.MuiTableCell-root:empty': { display: 'none' },
  },
} as const;
