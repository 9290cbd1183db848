import type { Theme } from '@mui/material/styles';

/** A shadow at the lower edge of a scrolling part while more follows below it. */
export const MORE_BELOW = ({ palette }: Theme) => ({
  background: [
    `linear-gradient(transparent, ${palette.background.paper} 70%) 0 100% / 100% 32px no-repeat local`,
    `linear-gradient(transparent, ${palette.action.disabledBackground}) 0 100% / 100% 12px no-repeat scroll`,
  ].join(),
});
