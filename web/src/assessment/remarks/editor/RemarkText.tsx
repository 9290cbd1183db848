import Delete from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { REMARK_MAX } from '@shp/shared/domain/assessment/remarks';
import { useManagingText } from '../../../core/i18n/managingTexts.ts';

type Props = {
  /** Name of the place or file. */
  name: string;
  text: string;
  autoFocus?: boolean;
  onChange: (text: string) => void;
  onRemove: () => void;
  onLeave?: () => void;
};

/** Editor of one remark, with a button that removes it. */
export function RemarkText({ name, text, autoFocus = false, onChange, onRemove, onLeave }: Props) {
  const { remarking } = useManagingText();
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'start', gap: 0.5, mt: 1, maxWidth: 640 }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave?.();
      }}
    >
      <TextField
        size="small"
        fullWidth
        multiline
        maxRows={10}
        color="warning"
        label={remarking.add}
        value={text}
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ htmlInput: { maxLength: REMARK_MAX, 'aria-label': remarking.on(name) } }}
      />
      <IconButton aria-label={remarking.remove(name)} title={remarking.remove(name)} onClick={onRemove}>
        <Delete fontSize="small" />
      </IconButton>
    </Box>
  );
}
