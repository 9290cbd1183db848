import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import type { User } from '@shp/shared/api/objects';
import { useEffect, useRef, useState } from 'react';
import { useGetOne, useListContext } from 'react-admin';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { DivisionFilters } from '../../ui/list/DivisionFilters.tsx';
import { FilterRow, TextFilter } from '../../ui/list/filters.tsx';
import { List } from '../../ui/list/List.tsx';
import { ListTable } from '../../ui/list/ListTable.tsx';
import { useSelectAll } from '../../ui/list/useSelectAll.ts';
import { useDialog } from '../../ui/useDialog.ts';
import { LINK_COLUMNS, type SupervisedStation } from '../supervisor-stations/columns.ts';
import { useDialogsText } from '../users/dialogsText.ts';

/** Dialog that links stations to an aggregate account and unlinks them. */
export default function Links({ id }: { id: string }) {
  const { web } = useText();
  const { links: words } = useDialogsText();
  const { close } = useDialog();
  // The dialog opens on what is linked.
  const [show, setShow] = useState<Show>('linked');
  const { data: supervisor } = useGetOne<User>('supervisors', { id });
  return (
    <Dialog open fullWidth maxWidth="md" onClose={close} aria-labelledby="links">
      <DialogTitle id="links">{words.title(supervisor?.profile.name ?? '')}</DialogTitle>
      <List<SupervisedStation>
        resource="supervised"
        filter={{ userId: id, ...(show === 'all' ? {} : { linked: show === 'linked' }) }}
        disableSyncWithLocation
      >
        <DialogContent>
          <FilterRow>
            <TextFilter source="filter" label={words.filter} />
            <TextField
              select
              label={words.show}
              value={show}
              onChange={(event) => setShow(event.target.value as Show)}
              slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            >
              {SHOWN.map((one) => (
                <option key={one} value={one}>
                  {words[one]}
                </option>
              ))}
            </TextField>
            <DivisionFilters />
          </FilterRow>
          <LinkBar userId={id} />
          <ListTable<SupervisedStation>
            name="links"
            label={words.title(supervisor?.profile.name ?? '')}
            columns={show === 'all' ? LINK_COLUMNS : SAME_LINK}
            linked={{ key: 'name', to: (station) => `/stations?show=${station.id}` }}
            nameOf={({ profile }) => profile.name}
            selectable={() => true}
          />
        </DialogContent>
      </List>
      <DialogActions>
        <Button variant="contained" onClick={close}>
          {web.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** In a list of linked or unlinked stations alone, the column says the same in each row. */
const SAME_LINK = LINK_COLUMNS.filter(({ key }) => key !== 'linked');

const SHOWN = ['linked', 'unlinked', 'all'] as const;
type Show = (typeof SHOWN)[number];

function LinkBar({ userId }: { userId: string }) {
  const { web } = useText();
  const { links: words } = useDialogsText();
  const toast = useToast();
  const { data = [], selectedIds, onUnselectItems, refetch } = useListContext<SupervisedStation>();
  const [busy, setBusy] = useState(false);
  /** Rows seen so far, also of other pages: what an undo must not touch. */
  const known = useRef(new Map<string, SupervisedStation>());
  const remember = (rows: readonly SupervisedStation[]) => {
    for (const row of rows) known.current.set(row.id, row);
  };
  useEffect(() => remember(data));
  const all = useSelectAll<SupervisedStation>({ onRows: remember });

  async function change(mode: 'add' | 'remove') {
    setBusy(true);
    const send = (stationsId: string[], mode: 'add' | 'remove') =>
      client.call('POST supervise/stations', { userId, stationsId, mode });
    // Only the stations that change are changed back.
    const selected = selectedIds.flatMap((id) => known.current.get(String(id)) ?? []);
    const changing = selected.filter(({ linked }) => linked !== (mode === 'add')).map(({ id }) => id);
    const undo = async () => {
      await send(changing, mode === 'add' ? 'remove' : 'add');
      await refetch();
    };
    try {
      const { count } = await send(selectedIds.map(String), mode);
      const undoable = selected.length === selectedIds.length && changing.length > 0;
      toast.done(words.changed(count), undoable ? undo : undefined);
      onUnselectItems();
      await refetch();
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      <Box component="span" role="status" sx={{ flex: '1 1 auto' }}>
        {web.list.selected(selectedIds.length)}
      </Box>
      {all.total > selectedIds.length && (
        <Button size="small" loading={all.busy} onClick={all.select}>
          {web.list.selectMatching(all.total)}
        </Button>
      )}
      {(['add', 'remove'] as const).map((mode) => (
        <Button
          key={mode}
          variant="outlined"
          size="small"
          disabled={busy || selectedIds.length === 0}
          onClick={() => void change(mode)}
        >
          {words[mode]}
        </Button>
      ))}
    </Box>
  );
}
