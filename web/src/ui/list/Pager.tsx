import FirstPage from '@mui/icons-material/FirstPage';
import LastPage from '@mui/icons-material/LastPage';
import NavigateBefore from '@mui/icons-material/NavigateBefore';
import NavigateNext from '@mui/icons-material/NavigateNext';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { PAGE_SIZES } from '@shp/shared/domain/lib/lists';
import { useId } from 'react';
import { useListContext } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';

type Props = {
  page: number;
  perPage: number;
  total: number | undefined;
  /** What the rows are ordered by, where no heading says so. */
  order?: string | false;
  setPage: (page: number) => void;
  setPerPage: (size: number) => void;
};

/** The pager of a react-admin list. */
export function Pager() {
  const { web } = useText();
  const list = useListContext();
  const isNewest = list.sort.field === 'createdAt' && list.sort.order === 'DESC';
  return <Pages {...list} order={isNewest && web.list.newest} />;
}

/** The range of rows shown, the page size, and the page buttons; only the number of rows if all fit on any page. */
export function Pages({ page, perPage, total, order, setPage, setPerPage }: Props) {
  const { web } = useText();
  const { lang } = usePreferences();
  const sizeId = useId();
  if (!total) return null;
  const last = Math.ceil(total / perPage);
  const number = (value: number) => value.toLocaleString(LANG_TAGS[lang]);
  if (total <= Math.min(...PAGE_SIZES))
    return (
      <Box sx={PAGER}>
        {order && <span>{order}</span>}
        <span>{web.list.count(number(total))}</span>
      </Box>
    );
  const steps = [
    { label: web.list.first, to: 1, Icon: FirstPage },
    { label: web.list.previous, to: page - 1, Icon: NavigateBefore },
    { label: web.list.next, to: page + 1, Icon: NavigateNext },
    { label: web.list.last, to: last, Icon: LastPage },
  ];
  return (
    <Box component="nav" aria-label={web.list.pages} sx={PAGER}>
      <span>
        <label htmlFor={sizeId}>{web.list.size}</label>{' '}
        <Box
          component="select"
          id={sizeId}
          value={perPage}
          onChange={(event: { target: { value: string } }) => setPerPage(Number(event.target.value))}
          sx={SELECT}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Box>
      </span>
      {order && <span>{order}</span>}
      <span>
        {web.list.range(number((page - 1) * perPage + 1), number(Math.min(page * perPage, total)), number(total))}
      </span>
      <span>
        {steps.map(({ label, to, Icon }) => (
          <IconButton
            key={label}
            aria-label={label}
            title={label}
            disabled={to < 1 || to > last || to === page}
            onClick={() => setPage(to)}
          >
            <Icon />
          </IconButton>
        ))}
      </span>
    </Box>
  );
}

const PAGER = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  columnGap: 2,
  px: 2,
  py: 0.5,
  color: 'text.secondary',
  fontSize: '0.875rem',
} as const;

const SELECT = {
  font: 'inherit',
  color: 'inherit',
  bgcolor: 'background.paper',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  p: 0.5,
} as const;
