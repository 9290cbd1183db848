import DarkMode from '@mui/icons-material/DarkMode';
import LightMode from '@mui/icons-material/LightMode';
import Search from '@mui/icons-material/Search';
import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router';
import { changeLanguage, useText } from '../core/i18n/texts.ts';
import { setPreferences, usePreferences } from '../core/preferences.ts';
import { BellSlot } from './notices/BellSlot.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

/** The header bar: emblem and title (a short one below 1440 px), language and theme, the profile menu on the right. */
export function Header({ onOpen }: { onOpen: (dialog: 'find' | 'keys' | 'password' | 'device') => void }) {
  const { common, login, web } = useText();
  const { lang, theme } = usePreferences();
  const otherTheme = theme === 'light' ? 'dark' : 'light';
  const otherLang = lang === 'zh' ? 'en' : 'zh';
  return (
    <AppBar position="static" elevation={0}>
      <Container maxWidth="lg" sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0, sm: 0.5 }, minHeight: 56 }}>
        <Box component={Link} to="/" title={common.title} sx={TITLE}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <Box component="span" sx={{ display: { xs: 'none', xl: 'inline' }, ...(lang === 'en' ? LONG : {}) }}>
            {common.title}
          </Box>
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline', xl: 'none' } }}>
            {common.shortTitle}
          </Box>
        </Box>
        <Button
          color="inherit"
          startIcon={<Search />}
          aria-label={web.header.find}
          title={`${web.header.find} (/)`}
          aria-keyshortcuts="/ Control+K"
          onClick={() => onOpen('find')}
          sx={FIND}
        >
          <span>{web.header.find}</span>
          <kbd>/</kbd>
        </Button>
        <Button
          color="inherit"
          lang={otherLang === 'zh' ? 'zh-CN' : 'en'}
          aria-label={web.header.toLanguage[otherLang]}
          title={web.header.toLanguage[otherLang]}
          onClick={() => void changeLanguage(otherLang)}
          sx={{ minWidth: 0, flex: 'none' }}
        >
          {login.languages[otherLang]}
        </Button>
        <IconButton
          color="inherit"
          aria-label={web.header.toTheme[otherTheme]}
          title={web.header.toTheme[otherTheme]}
          onClick={() => setPreferences({ chosen: otherTheme })}
        >
          {theme === 'light' ? <DarkMode fontSize="small" /> : <LightMode fontSize="small" />}
        </IconButton>
        <BellSlot />
        <ProfileMenu onOpen={onOpen} />
      </Container>
    </AppBar>
  );
}

/** Looks like a field from 900 px on; an icon on a phone. */
const FIND = {
  flex: 'none',
  minWidth: 0,
  color: 'text.secondary',
  '& .MuiButton-startIcon': { mx: 0 },
  '& span:not([class]), & kbd': { display: { xs: 'none', md: 'inline' } },
  '& span:not([class])': { width: 120, mx: 1, textAlign: 'left', fontWeight: 400 },
  '& kbd': { px: 0.75, border: '1px solid', borderColor: 'divider', borderRadius: 0.5, lineHeight: 1.4 },
  border: { md: '1px solid' },
  borderColor: { md: 'divider' },
} as const;
/** The English title is too long for one line: two even lines in small type. */
const LONG = { typography: 'caption', fontWeight: 600, lineHeight: 1.3, textWrap: 'balance' } as const;
/** On a phone the long name of an account gives way, not the emblem. */
const TITLE = {
  flex: { xs: '1 0 auto', sm: '1 1 auto', xl: '1 1 0' },
  minWidth: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  fontWeight: 600,
  fontSize: '1rem',
  lineHeight: 1.3,
  color: 'inherit',
  textDecoration: 'none',
  borderRadius: 1,
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;
