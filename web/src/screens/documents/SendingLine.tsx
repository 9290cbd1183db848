import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useText } from '../../core/i18n/texts.ts';
import { sizeText } from '../../files/sizeText.ts';
import { useDocumentsText } from './texts.ts';
import type { Sending } from './useSending.ts';

type Props = { sending: Sending; onTakeAway?: () => void };

/** A chosen file with its progress and problem. */
export function SendingLine({ sending: { file, state, sent, problem }, onTakeAway }: Props) {
  const { common } = useText();
  const text = useDocumentsText();
  const { name, size } = file;
  const percent = size === 0 ? 0 : Math.min(100, Math.floor((sent / size) * 100));
  const stateText = {
    waiting: text.waiting,
    sending: common.marks.percent(String(percent)),
    done: text.uploaded,
    failed: problem,
  }[state];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, listStyle: 'none', mb: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" noWrap title={name}>
          {name} · {sizeText(size)}
        </Typography>
        {(state === 'sending' || state === 'done') && (
          <LinearProgress variant="determinate" value={percent} aria-label={text.progressOf(name)} />
        )}
        <Typography
          variant="caption"
          role="status"
          sx={{ color: state === 'failed' ? 'error.main' : 'text.secondary' }}
        >
          {stateText}
        </Typography>
      </Box>
      {onTakeAway && state !== 'done' && (
        <IconButton size="small" aria-label={text.takeAway(name)} onClick={onTakeAway}>
          <Close fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}
