import Box from '@mui/material/Box';
import { clockText } from '@shp/shared/sheets/days';

/** A time, as local time in China. */
export function Clock({ at }: { at: string }) {
  return (
    <Box component="time" dateTime={at} sx={{ whiteSpace: 'nowrap' }}>
      {clockText(at)}
    </Box>
  );
}
