import Button from '@mui/material/Button';
import type { ComponentProps } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { SelectionBar } from '../../ui/list/SelectionBar.tsx';
import type { Operation } from './operations.ts';

type Props = {
  count: number;
  operations: readonly Operation[];
  onOperate: (operation: Operation) => void;
  onUnselect: () => void;
  all: NonNullable<ComponentProps<typeof SelectionBar>['all']>;
};

/** Actions on all selected users. */
export function BulkBar({ count, operations, onOperate, onUnselect, all }: Props) {
  const { web } = useText();
  return (
    <SelectionBar count={count} onUnselect={onUnselect} all={all}>
      {operations.map((operation) => (
        <Button key={operation} variant="outlined" size="small" onClick={() => onOperate(operation)}>
          {web.users.operations[operation].action}
        </Button>
      ))}
    </SelectionBar>
  );
}
