/** How a finding looks in the list: a row of its group. */
export const CARD = { px: 1.5, py: 1, display: 'grid', gap: 0.5, minWidth: 0 } as const;
export const HEAD = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 } as const;
export const TEXT = { overflowWrap: 'anywhere', whiteSpace: 'pre-line' } as const;
export const FACTS = { color: 'text.secondary', fontSize: '0.875rem', overflowWrap: 'anywhere' } as const;
/** The facts side by side with marks between them; the mark before the first fact of a line lies outside and is cut off. */
export const LINE = {
  ...FACTS,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  clipPath: 'inset(-4px)',
  '& > span': { position: 'relative' },
  '& > span::before': { content: '"·"', position: 'absolute', left: '-0.75rem', width: '0.5rem', textAlign: 'center' },
  '& strong': { fontWeight: 600, color: 'error.main' },
} as const;
