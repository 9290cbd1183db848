import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import { markedPath } from '@shp/shared/domain/menu';
import { Link, useLocation } from 'react-router';
import { useText } from '../core/i18n/texts.ts';
import { useSession } from '../core/session.ts';

/** The row of menu tabs, without hidden entries. An assessment's page belongs to the tab of the list. */
export function Tabs() {
  const { common, web } = useText();
  const { menu } = useSession();
  const { pathname } = useLocation();
  const marked = markedPath(pathname);
  return (
    <Box component="nav" aria-label={web.header.menu} sx={{ bgcolor: 'background.paper', boxShadow: 1 }}>
      <Container maxWidth="lg">
        <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', m: 0, p: 0, listStyle: 'none' }}>
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

const TAB = {
  display: 'block',
  px: { xs: 1, sm: 2 },
  py: { xs: 0.75, sm: 1.25 },
  fontSize: { xs: '0.875rem', sm: '1rem' },
  color: 'text.secondary',
  textDecoration: 'none',
  borderBottom: '3px solid transparent',
  '&:hover': { color: 'text.primary' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
  '&[aria-current]': { color: 'primary.main', borderBottomColor: 'primary.main', fontWeight: 600 },
} as const;
