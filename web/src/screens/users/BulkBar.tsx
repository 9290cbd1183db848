import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useText } from '../../texts.ts';
import type { Operation } from './operations.ts';

type Props = {
  count: number;
  operations: readonly Operation[];
  onOperate: (operation: Operation) => void;
  onUnselect: () => void;
};

/** What can be done to all selected users; there only while some are selected. */
export function BulkBar({ count, operations, onOperate, onUnselect }: Props) {
  const { web } = useText();
  if (count === 0) return null;
  return (
    <Paper sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1, mb: 1 }}>
      <Typography role="status" sx={{ flex: '1 1 auto' }}>
        {web.list.selected(count)}
      </Typography>
      {operations.map((operation) => (
        <Button key={operation} variant="outlined" size="small" onClick={() => onOperate(operation)}>
          {web.users.operations[operation].action}
        </Button>
      ))}
      <Button size="small" onClick={onUnselect}>
        {web.list.unselect}
      </Button>
    </Paper>
  );
}
