import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { dialogSearch } from '@shp/shared/domain/addresses/dialogs';
import type { ListName } from '@shp/shared/domain/addresses/listFields';
import { type FormEvent, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { useText } from '../../../core/i18n/texts.ts';
import { useSavedViews } from './savedViews.ts';

type Props = { list: ListName; anchor: HTMLElement; onClose: () => void };
const NAME_MAX = 40;

/** The saved views of a list as links, and a field to save the present filters under a name. */
export default function ViewsMenu({ list, anchor, onClose }: Props) {
  const { web } = useText();
  const words = web.list.views;
  const { search } = useLocation();
  const { views, save, remove } = useSavedViews(list);
  const [name, setName] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return;
    const params = new URLSearchParams(dialogSearch(search, null));
    params.delete('page');
    save({ name: name.trim(), search: params.size > 0 ? `?${params}` : '' });
    setName('');
  }

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': words.button, sx: { p: 2, width: 320, maxWidth: '100%' } } }}
    >
      {views.length === 0 && <Typography sx={{ color: 'text.secondary', mb: 1 }}>{words.none}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {views.map((view) => (
          <Box key={view.name} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Link
              component={RouterLink}
              to={{ search: view.search }}
              onClick={onClose}
              sx={{ flex: '1 1 auto', py: 0.75, overflowWrap: 'anywhere' }}
            >
              {view.name}
            </Link>
            <IconButton
              size="small"
              aria-label={words.remove(view.name)}
              title={words.remove(view.name)}
              onClick={() => remove(view.name)}
            >
              <Close fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Box>
      <Box component="form" onSubmit={submit} sx={{ display: 'flex', gap: 1, mt: 1 }}>
        <TextField
          label={words.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
        />
        <Button type="submit" variant="outlined" disabled={name.trim() === ''}>
          {web.save}
        </Button>
      </Box>
    </Popover>
  );
}
