import Box from '@mui/material/Box';
import { clockText } from '@shp/shared/sheets/days';

/** An instant, as a clock in China shows it. */
export function Clock({ at }: { at: string }) {
  return (
    <Box component="time" dateTime={at} sx={{ whiteSpace: 'nowrap' }}>
      {clockText(at)}
    </Box>
  );
}
