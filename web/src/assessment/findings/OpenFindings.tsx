import Box from '@mui/material/Box';
import { UNCLOSED } from '@shp/shared/domain/addresses/findings';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../core/client.ts';
import { FindingChip } from './FindingChip.tsx';
import { useFindingText } from './texts.ts';

/** The findings of an item that are not closed, folded under their number; nothing where there are none. */
export default function OpenFindings({ station, serial }: { station: string; serial: string }) {
  const { findings } = useFindingText();
  const { data } = useQuery({
    queryKey: ['findings', 'unclosed', station],
    queryFn: ({ signal }) => client.call('GET finding/query', { station, state: [...UNCLOSED], size: 200 }, { signal }),
    staleTime: 60_000,
  });
  const here = data?.items.filter((row) => row.serial === serial) ?? [];
  if (here.length === 0) return null;
  return (
    <Box component="details" sx={{ my: 1 }}>
      <summary>{findings.screen.openHere(here.length)}</summary>
      {here.map((row) => (
        <Box key={row.id} sx={{ my: 1 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            {row.no}
            <FindingChip row={row} />
          </Box>
          <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{row.text}</Box>
        </Box>
      ))}
    </Box>
  );
}
