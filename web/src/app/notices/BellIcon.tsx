import Notifications from '@mui/icons-material/Notifications';
import Box from '@mui/material/Box';

/** The bell before its button has come: the same picture in the same place. */
export function BellIcon() {
  return (
    <Box component="span" aria-hidden sx={{ display: 'flex', px: 0.75, py: 1 }}>
      <Notifications fontSize="small" />
    </Box>
  );
}
