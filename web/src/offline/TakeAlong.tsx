import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callServer, isNoAnswer } from '../core/client.ts';
import { useOfflineText } from '../core/i18n/offlineTexts.ts';
import { useText } from '../core/i18n/texts.ts';
import { messageOf } from '../core/messages.ts';
import { useUser } from '../core/session.ts';
import { useToast } from '../core/useToast.ts';
import { sizeText } from '../files/sizeText.ts';
import { PICTURE_SIZES, type PictureSize, type Taken } from './store.ts';
import { workerReady } from './version.ts';

/** What an assessment's data need, and a preview of each size; measured with the demonstration's assessments. */
const DATA_BYTES = 300_000;
const PREVIEW_BYTES: Record<PictureSize, number> = { 0: 0, 800: 90_000, 1600: 300_000 };
const OFFERED = 50;

type Props = { taken: readonly Taken[]; onChange: () => Promise<void> };

/** Chooses among the assessments that wait for the user, says what they need, and takes them along. */
export default function TakeAlong({ taken, onChange }: Props) {
  const { login } = useText();
  const { take: words } = useOfflineText();
  const user = useUser();
  const toast = useToast();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [size, setSize] = useState<PictureSize>(800);
  const [progress, setProgress] = useState<readonly [number, number] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { data, error } = useQuery({
    queryKey: ['offline', 'waiting'],
    queryFn: () =>
      callServer('GET assessment/query', { size: OFFERED, ...(user.role === 'station' ? {} : { waiting: true }) }),
  });
  const need = useNeed(chosen, size);
  const offered = (data?.items ?? []).filter(({ id }) => !taken.some(({ assessment }) => assessment === id));

  async function take() {
    setProblem(null);
    setProgress([0, 1]);
    try {
      await workerReady();
      const { takeAlong } = await import('./take.ts');
      for (const [index, id] of chosen.entries()) {
        await takeAlong(user, id, size, (done, total) => setProgress([index * total + done, chosen.length * total]));
        await onChange();
      }
      setChosen([]);
      toast.done(words.done);
    } catch (failure) {
      const full = failure instanceof DOMException && failure.name === 'QuotaExceededError';
      setProblem(full ? words.noRoom : `${words.failed} ${messageOf(failure, login)}`);
    }
    setProgress(null);
  }

  if (error)
    return <Typography variant="body2">{isNoAnswer(error) ? words.offline : messageOf(error, login)}</Typography>;
  if (data && offered.length === 0) return <Typography variant="body2">{words.none}</Typography>;
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {words.note}
      </Typography>
      <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: 240, overflow: 'auto', my: 0.5 }}>
        {offered.map(({ id, station, number }) => (
          <FormControlLabel
            key={id}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(id)}
                onChange={(_, on) => setChosen((before) => (on ? [...before, id] : before.filter((one) => one !== id)))}
              />
            }
            label={
              <>
                {station.name}{' '}
                <Box component="span" sx={NUMBER}>
                  {number}
                </Box>
              </>
            }
          />
        ))}
      </Box>
      <TextField
        select
        size="small"
        label={words.pictures}
        value={size}
        onChange={({ target }) => setSize(Number(target.value) as PictureSize)}
        slotProps={{ select: { native: true } }}
        sx={{ my: 1, minWidth: 200 }}
      >
        {PICTURE_SIZES.map((one) => (
          <option key={one} value={one}>
            {words.sizes[one]}
          </option>
        ))}
      </TextField>
      <Typography variant="body2" role="status">
        {need && words.needs(sizeText(need.down), sizeText(need.here))}
        {need?.free !== undefined && ` · ${words.free(sizeText(need.free))}`}
      </Typography>
      {problem !== null && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {problem}
        </Typography>
      )}
      {progress && (
        <LinearProgress
          variant="determinate"
          aria-label={words.progress(...progress)}
          value={(100 * progress[0]) / progress[1]}
          sx={{ my: 1 }}
        />
      )}
      <Button
        variant="contained"
        disabled={chosen.length === 0}
        loading={progress !== null}
        onClick={() => void take()}
        sx={{ mt: 1 }}
      >
        {words.go(chosen.length)}
      </Button>
    </>
  );
}

const NUMBER = { color: 'text.secondary', whiteSpace: 'nowrap' } as const;

/** What copying these needs: bytes to download, bytes on this device, and what is free here. */
function useNeed(chosen: readonly string[], size: PictureSize) {
  const { data: room } = useQuery({
    queryKey: ['offline', 'room'],
    queryFn: async () => (await navigator.storage?.estimate?.()) ?? {},
  });
  const files = useQueries({
    queries: chosen.map((id) => ({
      queryKey: ['offline', 'pictures', id],
      queryFn: async () => (await import('./take.ts')).picturesOf(id),
      staleTime: 60_000,
    })),
  });
  if (chosen.length === 0 || files.some(({ data }) => data === undefined)) return null;
  const pictures = size === 0 ? [] : files.flatMap(({ data = [] }) => data);
  const { quota, usage = 0 } = room ?? {};
  return {
    down: chosen.length * DATA_BYTES + pictures.reduce((sum, file) => sum + file.size, 0),
    here:
      chosen.length * DATA_BYTES + pictures.reduce((sum, file) => sum + Math.min(file.size, PREVIEW_BYTES[size]), 0),
    free: quota === undefined ? undefined : quota - usage,
  };
}
