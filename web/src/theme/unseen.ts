/** For a screen reader only. What holds it needs a position of its own, or it may widen the page. */
export const UNSEEN = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;
