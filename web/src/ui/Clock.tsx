import Box from '@mui/material/Box';
import { clockText } from '@shp/shared/sheets/days';

type Props = { at: string /** Without seconds. */; toMinute?: boolean };

/** A time, as local time in China. */
export function Clock({ at, toMinute = false }: Props) {
  return (
    <Box component="time" dateTime={at} sx={{ whiteSpace: 'nowrap' }}>
      {clockText(at)?.slice(0, toMinute ? -3 : undefined)}
    </Box>
  );
}
