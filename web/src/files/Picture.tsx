import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useState } from 'react';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { keyOf } from '../core/keys.ts';

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const;
const FITS = ZOOMS.indexOf(1);

/** A picture that can be enlarged and turned, by buttons or with + - and r. */
export function Picture({ url, name }: { url: string; name: string }) {
  const { review } = useReviewText();
  const [step, setStep] = useState<number>(FITS);
  const [turns, setTurns] = useState(0);
  const zoom = ZOOMS[step] ?? 1;
  const zoomBy = (by: 1 | -1) => setStep((before) => Math.min(ZOOMS.length - 1, Math.max(0, before + by)));
  const turn = () => setTurns((before) => before + 1);

  function press(event: KeyboardEvent) {
    const key = keyOf('files', event.nativeEvent);
    if (key === 'zoomIn') zoomBy(1);
    else if (key === 'zoomOut') zoomBy(-1);
    else if (key === 'turn') turn();
  }

  return (
    <Box onKeyDown={press} sx={FRAME}>
      <Box sx={TOOLS}>
        <IconButton
          aria-label={review.files.zoomOut}
          title={review.files.zoomOut}
          disabled={step === 0}
          onClick={() => zoomBy(-1)}
        >
          −
        </IconButton>
        <Typography variant="body2" role="status" sx={{ minWidth: 44, textAlign: 'center' }}>
          {`${zoom * 100}%`}
        </Typography>
        <IconButton
          aria-label={review.files.zoomIn}
          title={review.files.zoomIn}
          disabled={step === ZOOMS.length - 1}
          onClick={() => zoomBy(1)}
        >
          +
        </IconButton>
        <IconButton aria-label={review.files.rotate} title={review.files.rotate} onClick={turn}>
          ⟳
        </IconButton>
      </Box>
      <Box sx={STAGE} tabIndex={0} role="group" aria-label={name}>
        <Box
          component="img"
          src={url}
          alt={name}
          style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%`, rotate: `${turns * 90}deg` }}
          sx={{ objectFit: 'contain', flex: 'none', m: 'auto' }}
        />
      </Box>
    </Box>
  );
}

const FRAME = { display: 'flex', flexDirection: 'column', width: '100%', height: '100%', minHeight: 0 } as const;
const TOOLS = { display: 'flex', alignItems: 'center', justifyContent: 'center', bgcolor: 'background.paper' } as const;
const STAGE = { flex: 1, minHeight: 0, overflow: 'auto', display: 'flex' } as const;
