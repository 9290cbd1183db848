import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useOfflineText } from '../core/i18n/offlineTexts.ts';
import { useUser } from '../core/session.ts';
import { listTaken, type Taken } from './store.ts';
import { TakenLink } from './TakenList.tsx';

/** The assessments that open offline on this device, as links, for a home page without a connection. */
export default function TakenLinks() {
  const { taken: words } = useOfflineText();
  const { id } = useUser();
  const [taken, setTaken] = useState<readonly Taken[] | null>(null);
  useEffect(() => {
    listTaken(id).then(setTaken, () => setTaken([]));
  }, [id]);
  if (taken === null) return null;
  return (
    <Paper component="section" aria-labelledby="taken" sx={{ px: 2, py: 1.5 }}>
      <Typography id="taken" variant="h2" sx={{ mb: 1 }}>
        {words.title}
      </Typography>
      {taken.length === 0 && <Typography variant="body2">{words.none}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {taken.map((one) => (
          <Box component="li" key={one.assessment} sx={{ py: 1 }}>
            <TakenLink taken={one} />
          </Box>
        ))}
      </Box>
    </Paper>
  );
}
