import Box from '@mui/material/Box';
import { LIST_FIELDS } from '@shp/shared/domain/addresses/listFields';
import { listSearch } from '@shp/shared/domain/addresses/listSearch';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { useQueries } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { Link } from 'react-router';
import { client } from '../../core/client.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { FADES, useScrollToCurrent } from '../../ui/useScrollToCurrent.ts';
import { impliedTab, PARTS, TAB_FILTERS, type Tab, tabsOf } from './tabs.ts';
import { useListText } from './texts.ts';

/** The parts of the list as links, each with the number of rows that it lists under the present filters. */
export function ListTabs({ tab, remindDays }: { tab: Tab; remindDays: number }) {
  const words = useListText();
  const { lang } = usePreferences();
  const { role } = useUser();
  const { filterValues, total, perPage } = useListContext();
  const tabs = tabsOf(role);
  const filter = Object.fromEntries(
    Object.entries(filterValues).filter(([key]) => !(TAB_FILTERS as readonly string[]).includes(key)),
  );
  const counts = useQueries({
    queries: tabs.map((one) => {
      const input = { ...filter, ...PARTS[one].filter(remindDays), size: 1 };
      return {
        queryKey: ['assessments', 'count', role, input],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client
            .call(role === 'supervisor' ? 'GET supervise/assessments' : 'GET assessment/query', input, { signal })
            .then((page) => page.total),
        // The open tab's list has its own total.
        enabled: one !== tab,
        staleTime: 15_000,
      };
    }),
  });
  // Again with each number that comes: it moves the tabs.
  const row = useScrollToCurrent<HTMLUListElement>([tab, total, ...counts.map(({ data }) => data)].join());
  if (tabs.length === 0) return null;
  const addressOf = (one: Tab) => {
    const state = { filter, sort: null, page: 1, perPage };
    const search = listSearch(state, LIST_FIELDS.assessments);
    return impliedTab(role, filter) === one ? { search } : { search: `${search}${search ? '&' : '?'}tab=${one}` };
  };
  return (
    <Box component="nav" aria-label={words.tabs.label} sx={BAR}>
      <Box component="ul" ref={row} sx={LIST}>
        {tabs.map((one, index) => {
          const count = one === tab ? total : counts[index]?.data;
          return (
            <li key={one}>
              <Box component={Link} to={addressOf(one)} aria-current={one === tab ? 'page' : undefined} sx={TAB}>
                {words.tabs[one]} <span>{count?.toLocaleString(LANG_TAGS[lang]) ?? '–'}</span>
              </Box>
            </li>
          );
        })}
      </Box>
    </Box>
  );
}

const BAR = { borderBottom: '1px solid', borderBottomColor: 'divider', mb: 2 } as const;
const LIST = {
  ...FADES,
  position: 'relative',
  display: 'flex',
  m: 0,
  p: 0,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  listStyle: 'none',
} as const;
const TAB = {
  display: 'block',
  px: 1.75,
  py: 1.25,
  borderBottom: '2px solid transparent',
  color: 'text.secondary',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '& span': { ml: 0.5, display: 'inline-block', minWidth: '1.5em' },
  '&:hover': { color: 'text.primary' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
  '&[aria-current]': { color: 'primary.dark', borderBottomColor: 'primary.main', fontWeight: 600 },
} as const;
