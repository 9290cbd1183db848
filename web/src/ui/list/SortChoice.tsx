import TextField from '@mui/material/TextField';
import type { Column } from '@shp/shared/sheets/column';
import { useListContext } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';

const ARROWS = { ASC: '↑', DESC: '↓' } as const;

/** The order of a list of cards on a phone, which has no heads of columns to sort by. */
export function SortChoice<R>({ columns }: { columns: readonly Column<R>[] }) {
  const { web } = useText();
  const { lang } = usePreferences();
  const { sort, setSort } = useListContext();
  const orders = columns.flatMap(({ sortBy, heading }) =>
    sortBy === undefined ? [] : (['ASC', 'DESC'] as const).map((order) => ({ field: sortBy, order, heading })),
  );
  const keyOf = (one: { field: string; order: string }) => `${one.field} ${one.order}`;
  return (
    <TextField
      select
      label={web.users.order}
      value={keyOf(sort)}
      onChange={(event) => {
        const chosen = orders.find((one) => keyOf(one) === event.target.value);
        if (chosen) setSort({ field: chosen.field, order: chosen.order });
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ width: '9.5rem' }}
    >
      {orders.map((one) => (
        <option key={keyOf(one)} value={keyOf(one)}>
          {one.heading[lang]} {ARROWS[one.order]}
        </option>
      ))}
    </TextField>
  );
}
