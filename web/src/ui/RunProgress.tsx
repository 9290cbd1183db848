import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useText } from '../core/i18n/texts.ts';

/** Progress of an operation on many objects; `label` names it. */
export function RunProgress({ done, total, label }: { done: number; total: number; label: string }) {
  const { web } = useText();
  return (
    <>
      <LinearProgress variant="determinate" value={(done / total) * 100} aria-label={label} />
      <Typography role="status" sx={{ mt: 1 }}>
        {web.progress(done, total)}
      </Typography>
    </>
  );
}
