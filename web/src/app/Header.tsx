import DarkMode from '@mui/icons-material/DarkMode';
import LightMode from '@mui/icons-material/LightMode';
import AppBar from '@mui/material/AppBar';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { changeLanguage, useText } from '../core/i18n/texts.ts';
import { prefer, usePreferences } from '../core/preferences.ts';
import { ProfileMenu } from './ProfileMenu.tsx';

/** The header bar: the system's title, language and theme, the profile menu on the right. */
export function Header({ onChangePassword }: { onChangePassword: () => void }) {
  const { common, login, web } = useText();
  const { lang, theme } = usePreferences();
  const otherTheme = theme === 'light' ? 'dark' : 'light';
  const otherLang = lang === 'zh' ? 'en' : 'zh';
  return (
    <AppBar position="static" elevation={0}>
      <Container
        maxWidth="lg"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 0.5, py: 1 }}
      >
        <Typography sx={TITLE}>{common.title}</Typography>
        <Button
          color="inherit"
          lang={otherLang === 'zh' ? 'zh-CN' : 'en'}
          aria-label={web.header.toLanguage[otherLang]}
          title={web.header.toLanguage[otherLang]}
          onClick={() => void changeLanguage(otherLang)}
        >
          {login.languages[otherLang]}
        </Button>
        <IconButton
          color="inherit"
          aria-label={web.header.toTheme[otherTheme]}
          title={web.header.toTheme[otherTheme]}
          onClick={() => prefer({ theme: otherTheme })}
        >
          {theme === 'light' ? <DarkMode /> : <LightMode />}
        </IconButton>
        <ProfileMenu onChangePassword={onChangePassword} />
      </Container>
    </AppBar>
  );
}

const TITLE = {
  flex: { xs: '1 0 100%', sm: '1 1 260px' },
  fontWeight: 600,
  fontSize: { xs: '0.9rem', md: '1.1rem' },
} as const;
