import Box from '@mui/material/Box';
import { DAY, dayOf, daysSince, HOUR } from '@shp/shared/domain/lib/days';
import { LANG_TAGS, type Lang } from '@shp/shared/domain/lib/lang';
import { clockText } from '@shp/shared/sheets/days';
import { usePreferences } from '../../core/preferences.ts';

/** How long ago a time was, with the exact time as its tooltip. */
export function Ago({ at }: { at: string }) {
  const { lang } = usePreferences();
  return (
    <Box component="time" dateTime={at} title={clockText(at) ?? at} sx={{ whiteSpace: 'nowrap' }}>
      {spaced(agoText(at, lang))}
    </Box>
  );
}

/** The browser writes a Chinese word right behind its number. */
const spaced = (text: string) => text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ');

/** "5 minutes ago", "yesterday"; a time more than 30 days ago is the day. */
function agoText(at: string, lang: Lang): string {
  const format = new Intl.RelativeTimeFormat(LANG_TAGS[lang], { numeric: 'auto' });
  const passed = Math.max(0, Date.now() - Date.parse(at));
  const days = daysSince(at);
  if (passed > 30 * DAY) return dayOf(at);
  if (days > 0) return format.format(-days, 'day');
  if (passed >= HOUR) return format.format(-Math.floor(passed / HOUR), 'hour');
  return format.format(-Math.max(1, Math.floor(passed / 60_000)), 'minute');
}
