import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import { activeMenuPath } from '@shp/shared/domain/menu';
import { Link, useLocation } from 'react-router';
import { useText } from '../core/i18n/texts.ts';
import { useSession } from '../core/session.ts';
import { FADES, useScrollToCurrent } from '../ui/useScrollToCurrent.ts';

/** The row of menu tabs, without hidden entries. An assessment's page belongs to the tab of the list. */
export function Tabs() {
  const { common, web } = useText();
  const { menu } = useSession();
  const { pathname } = useLocation();
  const marked = activeMenuPath(pathname);
  const row = useScrollToCurrent<HTMLUListElement>(marked?.path);
  return (
    <Box component="nav" aria-label={web.header.menu} sx={NAV}>
      <Container maxWidth="lg">
        <Box component="ul" ref={row} sx={LIST}>
          {menu
            .filter(({ hidden }) => !hidden)
            .map(({ key, path }) => (
              <li key={key}>
                <Box
                  component={Link}
                  to={path}
                  aria-current={path === marked?.path ? (marked.exact ? 'page' : 'true') : undefined}
                  sx={TAB}
                >
                  {common.menu[key]}
                </Box>
              </li>
            ))}
        </Box>
      </Container>
    </Box>
  );
}

const NAV = {
  bgcolor: 'background.paper',
  borderBottom: '1px solid',
  borderBottomColor: 'divider',
} as const;
/** On a narrow screen the tabs scroll sideways in one row, closer together so that more of them is in sight. */
const LIST = {
  position: 'relative',
  display: 'flex',
  gap: { xs: 0, sm: 0.5 },
  m: 0,
  mx: { xs: -0.75, sm: -1.5 },
  p: 0,
  py: 0.75,
  overflowX: 'auto',
  listStyle: 'none',
  ...FADES,
} as const;
const TAB = {
  display: 'block',
  px: { xs: 0.75, sm: 1.5 },
  py: 0.75,
  borderRadius: 1,
  color: 'text.secondary',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
  '&[aria-current]': { color: 'primary.dark', bgcolor: 'primary.light', fontWeight: 600 },
} as const;
