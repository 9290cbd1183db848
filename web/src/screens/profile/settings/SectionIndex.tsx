import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { TALL_WINDOW } from '../../../theme/tokens.ts';
import { HueChip } from '../../../ui/StatusChip.tsx';
import { useAdministrationText } from '../administrationText.ts';

/** A section of the page: its element's id, its name, and how many of its settings are changed. */
type Entry = { readonly id: string; readonly title: string; readonly changes: number };

/** The sections of the settings: where one is, and which have changes. Beside them, on a narrow page a select above. */
export function SectionIndex({ entries }: { entries: readonly Entry[] }) {
  const { settings: text } = useAdministrationText();
  const current = useSectionInView(entries);
  // The section that the address names is there only now.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <Box component="nav" aria-label={text.index} sx={INDEX}>
      <Box component="ul" sx={LIST}>
        {entries.map(({ id, title, changes }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
              {title}
              {changes > 0 && <HueChip hue="amber">{text.changed(changes)}</HueChip>}
            </a>
          </li>
        ))}
      </Box>
      <TextField
        select
        label={text.index}
        value={current}
        onChange={({ target }) => document.getElementById(target.value)?.scrollIntoView()}
        slotProps={{ select: { native: true } }}
        sx={{ display: { md: 'none' } }}
      >
        {entries.map(({ id, title, changes }) => (
          <option key={id} value={id}>
            {changes > 0 ? `${title} · ${text.changed(changes)}` : title}
          </option>
        ))}
      </TextField>
    </Box>
  );
}

/** The line that the heading of the section in view has passed, in pixels from the window's top. */
const LINE = 120;

/** The id of the section in view; at the end of the page the last one. */
function useSectionInView(entries: readonly Entry[]): string {
  const ids = entries.map(({ id }) => id).join(' ');
  const [current, setCurrent] = useState(entries[0]?.id ?? '');
  useEffect(() => {
    const all = ids.split(' ');
    const look = () => {
      const isEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      const passed = all.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) < LINE);
      setCurrent((isEnd ? all : passed).at(-1) ?? all[0] ?? '');
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [ids]);
  return current;
}

const INDEX = {
  position: 'static',
  [TALL_WINDOW]: { position: 'sticky' },
  top: { xs: 0, md: 16 },
  zIndex: 3,
  py: { xs: 1, md: 0 },
  bgcolor: 'background.paper',
} as const;
const LIST = {
  display: { xs: 'none', md: 'block' },
  m: 0,
  p: 0,
  listStyle: 'none',
  '& a': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 1,
    minHeight: 36,
    px: 1.5,
    borderLeft: '2px solid',
    borderColor: 'divider',
    color: 'text.secondary',
    textDecoration: 'none',
  },
  '& a:hover': { color: 'text.primary' },
  '& a[aria-current]': { borderColor: 'primary.main', color: 'primary.main', fontWeight: 600 },
  '& a:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
} as const;
