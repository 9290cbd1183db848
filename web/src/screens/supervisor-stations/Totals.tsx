import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { ON_PROGRESS } from '@shp/shared/domain/assessment/statuses';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { ENDS_SOON_DAYS } from '@shp/shared/domain/lib/lists';
import { sentence } from '@shp/shared/text/sentence';
import { useQueries } from '@tanstack/react-query';
import { Link as RouterLink, useLocation } from 'react-router';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { FONT_SIZES } from '../../theme/tokens.ts';
import { FADES, useScrollToCurrent } from '../../ui/useScrollToCurrent.ts';

const stations = (filter: { rated?: 'any' | 'none' | '2' | '3'; expiring?: number }) => ({
  to: listAddress('/supervisor/stations', filter),
  key: ['users', 'supervised', 'total', filter],
  total: async (signal: AbortSignal) =>
    (await client.call('GET supervise/stations', { linked: true, ...filter, size: 1 }, { signal })).total,
});
const FIGURES = {
  all: stations({}),
  level2: stations({ rated: '2' }),
  level3: stations({ rated: '3' }),
  unrated: stations({ rated: 'none' }),
  soon: stations({ expiring: ENDS_SOON_DAYS }),
  onProgress: {
    to: listAddress('/assessments', { status: ON_PROGRESS }),
    key: ['assessments', 'supervised', 'total'],
    total: async (signal: AbortSignal) =>
      (await client.call('GET supervise/assessments', { status: [...ON_PROGRESS], size: 1 }, { signal })).total,
  },
};
type Figure = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as Figure[];

/** The account's stations in one line of figures; each leads to the list with as many rows. */
export function Totals() {
  const { common, web } = useText();
  const { lang } = usePreferences();
  const { pathname, search } = useLocation();
  const totals = useQueries({
    queries: NAMES.map((name) => ({
      queryKey: FIGURES[name].key,
      queryFn: ({ signal }: { signal: AbortSignal }) => FIGURES[name].total(signal),
    })),
  });
  // Again with each number that comes: it moves the figures.
  const row = useScrollToCurrent<HTMLUListElement>([pathname, search, ...totals.map(({ data }) => data)].join());
  const labels: Record<Figure, string> = {
    all: web.list.chips.linked,
    level2: common.home.level2,
    level3: common.home.level3,
    unrated: common.filters.unrated,
    soon: sentence(common.filters.endsWithin(ENDS_SOON_DAYS)),
    onProgress: common.home.onProgress,
  };
  return (
    <Box component="ul" ref={row} sx={LINE}>
      {NAMES.map((name, index) => (
        <li key={name}>
          <Link
            component={RouterLink}
            to={FIGURES[name].to}
            aria-current={FIGURES[name].to === pathname + search ? 'page' : undefined}
          >
            <b>{totals[index]?.data?.toLocaleString(LANG_TAGS[lang]) ?? '–'}</b> {labels[name]}
          </Link>
        </li>
      ))}
    </Box>
  );
}

const LINE = {
  ...FADES,
  position: 'relative',
  display: 'flex',
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  scrollbarWidth: 'none',
  columnGap: { xs: 2, sm: 3 },
  rowGap: 0.5,
  m: 0,
  mb: 2.5,
  p: 0,
  listStyle: 'none',
  '& li': { whiteSpace: 'nowrap' },
  '& a': { display: 'inline-flex', alignItems: 'baseline', gap: 0.75, py: 0.5, color: 'text.secondary' },
  '& b': { fontSize: FONT_SIZES.heading, fontWeight: 650, lineHeight: 1.2, color: 'text.primary' },
  '& [aria-current]': { boxShadow: ({ palette }: Theme) => `inset 0 -2px ${palette.primary.main}` },
} as const;
