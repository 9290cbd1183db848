import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { keyOf } from '../../core/keys.ts';
import { messageOf } from '../../core/messages.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useSession, useUser } from '../../core/session.ts';
import { UNSEEN } from '../../theme/unseen.ts';
import { useLater } from '../../ui/fields/useLater.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { commandsInView } from './commands.ts';
import { Kbd } from './Kbd.tsx';
import { type Found, type Keyed, search } from './sources.ts';
import { useFindText } from './texts.ts';
import { useCommands } from './useCommands.ts';

useFindText.preload();

const TYPING_MS = 150;
const TEXT_MAX = 100;

type Props = { onClose: () => void; onOpen: Parameters<typeof useCommands>[0] };
type Entry = Found | Keyed;

/**
 * The command box, by keys alone: finds stations, assessments, people and pages of the caller's menu, and offers the
 * commands of the page in view, the saved views, and what works everywhere.
 */
export default function Finder({ onClose, onOpen }: Props) {
  const { common, login, web } = useText();
  const { lang } = usePreferences();
  const find = useFindText();
  const { role } = useUser();
  const { menu } = useSession();
  const everywhere = useCommands(onOpen);
  // The page does not change while the box is open.
  const [inView] = useState(commandsInView);
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  /** Enter was pressed before the results of the typed text came: whether to open the first in a new tab. */
  const [hasty, setHasty] = useState<{ newTab: boolean } | null>(null);
  const wanted = typed.trim();
  const text = useLater(wanted, TYPING_MS);

  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['find', text],
    queryFn: ({ signal }) => search(text, menu, role, signal),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const settled = text === wanted && (text === '' || (data !== undefined && !isPlaceholderData));

  const screens = menu.map(({ key, path }): Found => ({ to: path, title: common.menu[key], note: '' }));
  const words = wanted.toLowerCase().split(/\s+/);
  const isWanted = ({ title }: Entry) => words.every((word) => title.toLowerCase().includes(word));
  const own: Row[] = [
    { group: 'page', title: find.page, items: inView },
    { group: 'screens', title: find.screens, items: screens },
    { group: 'views', title: find.views, items: everywhere.views },
    { group: 'commands', title: find.commands, items: everywhere.commands },
  ];
  const results = wanted === '' ? [] : (data?.groups ?? []);
  const groups: Row[] = [
    ...results.map(({ group, items, total, list }) => {
      const rest = {
        to: list,
        title: find.viewAll(total.toLocaleString(LANG_TAGS[lang])),
        note: '',
        leadsOn: true,
      } as const;
      return { group, title: common.menu[group], items: total > items.length ? [...items, rest] : items };
    }),
    ...own.map((one) => ({ ...one, items: one.items.filter(isWanted) })),
  ].filter(({ items }) => items.length > 0);
  // A page whose name begins with what is typed comes before what merely has it somewhere.
  const isPage = ({ group, items }: Row) =>
    group === 'screens' && wanted !== '' && items.some(({ title }) => title.toLowerCase().startsWith(words[0] ?? ''));
  groups.sort((a, b) => Number(isPage(b)) - Number(isPage(a)));
  const all = groups.flatMap(({ items }) => items);
  const count = all.filter((one) => !('leadsOn' in one)).length;
  const optionId = (place: number) => `${id}-${place}`;

  function open(found: Entry | undefined, newTab: boolean) {
    if (!found) return;
    onClose();
    // Once the closed box has given the focus back.
    if ('run' in found) setTimeout(found.run);
    else if (newTab) window.open(found.to, '_blank', 'noopener');
    else navigate(found.to);
  }

  useEffect(() => {
    if (!hasty || !settled) return;
    setHasty(null);
    open(all[0], hasty.newTab);
  });

  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${marked}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, marked]);

  function press(event: KeyboardEvent) {
    const key = keyOf('find', event.nativeEvent);
    if (key === null) return;
    event.preventDefault();
    if (key === 'down' || key === 'up') {
      const step = key === 'down' ? 1 : -1;
      setMarked((place) => (all.length === 0 ? 0 : (place + step + all.length) % all.length));
    } else if (settled) open(all[marked], key === 'openTab');
    else setHasty({ newTab: key === 'openTab' });
  }

  let place = -1;
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={`${id}-title`} sx={PLACE} slotProps={PAPER}>
      <Box component="h2" id={`${id}-title`} sx={UNSEEN}>
        {find.title}
      </Box>
      <Box sx={BAR}>
        <Search fontSize="small" sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={find.placeholder}
          onChange={(event) => {
            setTyped(event.target.value);
            setMarked(0);
          }}
          onKeyDown={press}
          inputProps={{
            role: 'combobox',
            maxLength: TEXT_MAX,
            autoComplete: 'off',
            spellCheck: false,
            'aria-label': find.placeholder,
            'aria-autocomplete': 'list',
            'aria-expanded': all.length > 0,
            'aria-controls': `${id}-list`,
            ...(all[marked] ? { 'aria-activedescendant': optionId(marked) } : {}),
          }}
        />
        <IconButton size="small" aria-label={web.close} onClick={onClose} sx={{ display: { sm: 'none' }, mr: -1 }}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ height: 2, flex: 'none' }}>
        {isFetching && <LinearProgress sx={{ height: 2 }} aria-label={login.loading} />}
      </Box>
      <Box ref={list} role="listbox" id={`${id}-list`} aria-label={find.title} sx={LIST}>
        {groups.map(({ group, title, items }) => (
          <Box role="group" key={group} aria-labelledby={`${id}-${group}`}>
            <Typography variant="caption" component="div" id={`${id}-${group}`} role="presentation" sx={HEADING}>
              {title}
            </Typography>
            {items.map((found) => {
              place += 1;
              return (
                <Option
                  key={'to' in found ? found.to : found.title}
                  id={optionId(place)}
                  found={found}
                  marked={place === marked}
                  onOpen={(newTab) => open(found, newTab)}
                />
              );
            })}
          </Box>
        ))}
      </Box>
      {data?.failure != null && <Alert severity="error">{messageOf(data.failure, login)}</Alert>}
      <Box sx={FOOT}>
        <Box role="status" sx={{ flex: '1 1 auto', overflowWrap: 'anywhere' }}>
          {wanted !== '' && settled && (all.length === 0 ? find.nothing(wanted) : find.results(count))}
        </Box>
        <Box aria-hidden sx={{ display: { xs: 'none', sm: 'flex' }, gap: 2, flex: 'none' }}>
          <span>
            <Kbd keys="ArrowUp" /> <Kbd keys="ArrowDown" />
          </span>
          <span>
            <Kbd keys="Enter" /> {find.keys.does.find.open}
          </span>
          <span>
            <Kbd keys="Ctrl+Enter" /> {find.keys.does.find.openTab}
          </span>
        </Box>
      </Box>
    </Dialog>
  );
}

type Row = { group: string; title: string; items: readonly Entry[] };

type OptionProps = { id: string; found: Entry; marked: boolean; onOpen: (newTab: boolean) => void };

function Option({ id, found, marked, onOpen }: OptionProps) {
  const { title, note } = found;
  function click(event: MouseEvent) {
    if (event.button > 1) return;
    event.preventDefault();
    onOpen(event.button === 1 || event.ctrlKey || event.metaKey);
  }
  return (
    <Box role="option" id={id} aria-selected={marked} onClick={click} onAuxClick={click} sx={OPTION}>
      <Box sx={{ flex: '1 1 auto', minWidth: 0 }}>
        <Box component="span" sx={'leadsOn' in found ? { color: 'primary.main' } : { fontWeight: 500 }}>
          {title}
        </Box>{' '}
        <Box component="span" sx={NOTE}>
          {note}
        </Box>
      </Box>
      {'status' in found && found.status && <StatusChip status={found.status} />}
      {'keys' in found && found.keys !== undefined && <Kbd keys={found.keys} />}
    </Box>
  );
}

const PLACE = { '& .MuiDialog-container': { alignItems: 'flex-start' } } as const;
const PAPER = {
  paper: { sx: { mt: { xs: 2, sm: '12vh' }, mx: { xs: 2 }, maxHeight: '70vh', width: '100%' } },
} as const;
const BAR = { display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, flex: 'none' } as const;
const LIST = { overflowY: 'auto', px: 1, pb: 1, borderTop: '1px solid', borderColor: 'divider' } as const;
const HEADING = { px: 1, pt: 1, pb: 0.25, color: 'text.secondary' } as const;
const OPTION = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 1,
  py: 0.75,
  borderRadius: 1,
  cursor: 'pointer',
  '&:hover': { bgcolor: 'action.hover' },
  '&[aria-selected=true]': { bgcolor: 'primary.light', outline: '1px solid', outlineColor: 'primary.main' },
} as const;
/** On a phone always beneath the title, however short both are. */
const NOTE = {
  display: { xs: 'block', sm: 'inline' },
  color: 'text.secondary',
  fontSize: 'caption.fontSize',
  whiteSpace: 'nowrap',
} as const;
const FOOT = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  px: 2,
  py: 1,
  minHeight: 24,
  flex: 'none',
  borderTop: '1px solid',
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: 'caption.fontSize',
} as const;
