import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

type Props = {
  title: string;
  action?: ReactNode;
  /** One of the children takes the height that is left. */
  fills?: boolean;
  children?: ReactNode;
};

/** A titled box of the home page, with an action beside its title. */
export function Panel({ title, action, fills = false, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={fills ? FILLED : BOX}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1, mb: children ? 0.5 : 0 }}>
        <Typography variant="h2" id={id} sx={{ flex: '1 1 auto' }}>
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Paper>
  );
}

const BOX = { px: 2, py: 1.5, height: '100%', boxSizing: 'border-box' } as const;
const FILLED = { ...BOX, display: 'flex', flexDirection: 'column' } as const;
