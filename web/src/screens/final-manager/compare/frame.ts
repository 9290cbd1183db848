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
