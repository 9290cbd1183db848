import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import { LANGS } from '@shp/shared/domain/lib/lang';
import { changeLanguage, useText } from '../../core/i18n/texts.ts';
import { setPreferences, THEMES, usePreferences } from '../../core/preferences.ts';
import { useProfileText } from './profileText.ts';

/** Chooses language and theme of this browser. */
export function Display() {
  const { login } = useText();
  const { display } = useProfileText();
  const { lang, chosen } = usePreferences();
  return (
    <Stack spacing={3}>
      <FormControl>
        <FormLabel id="language">{login.language}</FormLabel>
        <RadioGroup row aria-labelledby="language" value={lang}>
          {LANGS.map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              label={login.languages[one]}
              control={<Radio />}
              onChange={() => void changeLanguage(one)}
            />
          ))}
        </RadioGroup>
      </FormControl>
      <FormControl>
        <FormLabel id="theme">{display.theme}</FormLabel>
        <RadioGroup row aria-labelledby="theme" value={chosen ?? 'system'}>
          {[null, ...THEMES].map((one) => (
            <FormControlLabel
              key={one}
              value={one ?? 'system'}
              label={one === null ? display.asSystem : login.themes[one]}
              control={<Radio />}
              onChange={() => setPreferences({ chosen: one })}
            />
          ))}
        </RadioGroup>
      </FormControl>
    </Stack>
  );
}
