/** Style of a button that is disabled but stays focusable to say why. */
export const disabledButtonStyle = {
  opacity: 0.75,
  bgcolor: 'action.disabledBackground',
  color: 'text.primary',
  borderColor: 'transparent',
  boxShadow: 'none',
  cursor: 'not-allowed',
  '&:hover': { bgcolor: 'action.disabledBackground', boxShadow: 'none' },
} as const;
