/** A card that unfolds: its title is a heading, with the console's chevron at the right end. */
export const UNFOLDS = {
  p: 2,
  '& > summary': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 1,
    typography: 'h2',
    cursor: 'pointer',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '&::after': {
      content: '""',
      flex: 'none',
      width: 8,
      height: 8,
      mr: 0.5,
      border: 'solid currentColor',
      borderWidth: '0 2px 2px 0',
      transform: 'translateY(-2px) rotate(45deg)',
    },
  },
  '&[open] > summary': { mb: 1.5, '&::after': { transform: 'translateY(2px) rotate(-135deg)' } },
} as const;
