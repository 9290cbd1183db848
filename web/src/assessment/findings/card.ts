/** How a finding looks in the list: a row of its group. */
export const CARD = { px: 1.5, py: 1, display: 'grid', gap: 0.5, minWidth: 0 } as const;
export const HEAD = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 } as const;
export const TEXT = { overflowWrap: 'anywhere', whiteSpace: 'pre-line' } as const;
export const FACTS = { color: 'text.secondary', fontSize: '0.875rem', overflowWrap: 'anywhere' } as const;
/** The facts side by side; a phone shows no marks between them, which would begin or end its lines. */
export const LINE = {
  ...FACTS,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: { xs: 1.5, sm: 0.75 },
  '& span + span::before': { content: { xs: 'none', sm: '"·"' }, mr: 0.75 },
  '& strong': { fontWeight: 600, color: 'error.main' },
} as const;
