import { Suspense } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';
import type { SelectionBarProps } from '../../ui/list/SelectionBar.tsx';
import type { Operation } from './operations.ts';

const SelectionBar = lazyExtra(() => import('../../ui/list/SelectionBar.tsx'));

type Props = {
  count: number;
  operations: readonly Operation[];
  onOperate: (operation: Operation) => void;
  onUnselect: () => void;
  all: NonNullable<SelectionBarProps['all']>;
};

/** Actions on all selected users. */
export function BulkBar({ count, operations, onOperate, onUnselect, all }: Props) {
  const { web } = useText();
  return (
    <Suspense>
      {count > 0 && (
        <SelectionBar
          count={count}
          onUnselect={onUnselect}
          all={all}
          acts={operations.map((operation) => ({
            label: web.users.operations[operation].bulk(count),
            grave: operation === 'delete' || operation === 'remove',
            onChoose: () => onOperate(operation),
          }))}
        />
      )}
    </Suspense>
  );
}
