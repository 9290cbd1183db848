import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { User } from '@shp/shared/api/objects';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useGetOne, useListContext } from 'react-admin';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { invalidateQueries } from '../../core/invalidateQueries.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useToast } from '../../core/useToast.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';
import { DivisionFilters } from '../../ui/list/DivisionFilters.tsx';
import { FilterRow, TextFilter } from '../../ui/list/filters.tsx';
import { List } from '../../ui/list/List.tsx';
import { ListTable } from '../../ui/list/ListTable.tsx';
import { isOfRating, RatingCell } from '../../ui/list/RatingCell.tsx';
import { useSelectAll } from '../../ui/list/useSelectAll.ts';
import { ScrollingTabs } from '../../ui/ScrollingTabs.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { BY_ACCOUNT, LINK_COLUMNS, type SupervisedStation } from '../supervisor-stations/columns.ts';
import { useDialogsText } from '../users/dialogsText.ts';

/** Dialog that links stations to an aggregate account and unlinks them. */
export default function Links({ id }: { id: string }) {
  const { web } = useText();
  const { links: words } = useDialogsText();
  const { close } = useDialog();
  const isPhone = !useMinWidth('sm');
  // The dialog opens on what is linked.
  const [show, setShow] = useState<Show>('linked');
  const { data: supervisor } = useGetOne<User>('supervisors', { id });
  return (
    <Dialog open fullWidth fullScreen={isPhone} maxWidth="md" onClose={close} aria-labelledby="links">
      <DialogTitle id="links" sx={{ px: MARGIN }}>
        {words.title(supervisor?.profile.name ?? '')}
      </DialogTitle>
      <List<SupervisedStation>
        resource="supervised"
        sort={BY_ACCOUNT}
        filter={{ userId: id, linked: show === 'linked' }}
        disableSyncWithLocation
      >
        <DialogContent sx={{ pt: 0, px: MARGIN }}>
          <LinkTabs label={words.title(supervisor?.profile.name ?? '')} userId={id} open={show} onOpen={setShow} />
          <Box role="tabpanel" id={PANEL} aria-labelledby={`links-${show}`} sx={{ pt: 2 }}>
            <FilterRow first={<TextFilter source="filter" label={web.list.keyword} />}>
              <DivisionFilters />
            </FilterRow>
            <LinkBar userId={id} mode={show === 'linked' ? 'remove' : 'add'} />
            <ListTable<SupervisedStation>
              name="links"
              label={words.title(supervisor?.profile.name ?? '')}
              columns={LINK_COLUMNS}
              linked={{ key: 'name', to: (station) => `/stations?show=${station.id}` }}
              nameOf={({ profile }) => profile.name}
              draw={({ key }, { rating }) =>
                isOfRating(key) ? <RatingCell column={key} rating={rating} /> : undefined
              }
              selectable={() => true}
            />
          </Box>
        </DialogContent>
      </List>
      <DialogActions>
        <Button onClick={close}>{web.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

const SHOWN = ['linked', 'unlinked'] as const;
type Show = (typeof SHOWN)[number];
const PANEL = 'links-panel';
const MARGIN = { xs: 1.5, sm: 3 } as const;

type TabsProps = { label: string; userId: string; open: Show; onOpen: (show: Show) => void };

/** What is linked and what is not, each with the number of stations under the present filters. */
function LinkTabs({ label, userId, open, onOpen }: TabsProps) {
  const { lang } = usePreferences();
  const { links: words } = useDialogsText();
  const { filterValues, total, onUnselectItems } = useListContext<SupervisedStation>();
  // Again with each change of the open tab's number: what leaves one joins the other.
  const { data: others } = useQuery({
    queryKey: ['supervised', 'count', userId, open, filterValues, total],
    queryFn: ({ signal }) =>
      client
        .call('GET supervise/stations', { ...filterValues, userId, linked: open !== 'linked', size: 1 }, { signal })
        .then((page) => page.total),
  });
  const countOf = (one: Show) => (one === open ? total : others)?.toLocaleString(LANG_TAGS[lang]) ?? '–';
  return (
    <ScrollingTabs
      label={label}
      prefix="links"
      panelId={PANEL}
      tabs={SHOWN.map((name) => ({ name, label: `${words[name]} ${countOf(name)}` }))}
      open={open}
      onOpen={(name) => {
        onUnselectItems();
        onOpen(name === 'linked' ? 'linked' : 'unlinked');
      }}
    />
  );
}

function LinkBar({ userId, mode }: { userId: string; mode: 'add' | 'remove' }) {
  const { web } = useText();
  const { links: words } = useDialogsText();
  const toast = useToast();
  const { data = [], selectedIds, onUnselectItems, refetch } = useListContext<SupervisedStation>();
  const [busy, setBusy] = useState(false);
  const cache = useQueryClient();
  /** Rows seen so far, also of other pages: what an undo must not touch. */
  const known = useRef(new Map<string, SupervisedStation>());
  const remember = (rows: readonly SupervisedStation[]) => {
    for (const row of rows) known.current.set(row.id, row);
  };
  useEffect(() => remember(data));
  const all = useSelectAll<SupervisedStation>({ onRows: remember });

  async function change() {
    setBusy(true);
    const send = async (stationsId: string[], mode: 'add' | 'remove') => {
      const answer = await client.call('POST supervise/stations', { userId, stationsId, mode });
      // The list beneath the dialog shows how many are linked.
      void invalidateQueries(cache, { queryKey: ['supervisors', 'getList'] });
      return answer;
    };
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
      <Button
        variant="contained"
        size="small"
        disabled={busy || selectedIds.length === 0}
        onClick={() => void change()}
      >
        {words[mode](selectedIds.length)}
      </Button>
    </Box>
  );
}
