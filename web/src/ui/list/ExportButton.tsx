import Download from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTell } from '../../tell.ts';
import { useText } from '../../texts.ts';
import { fileNameOf, saveFile } from '../saveFile.ts';

const FORMATS = ['xlsx', 'csv'] as const;

type Props = { open: (format: (typeof FORMATS)[number]) => Promise<Response>; label?: string };

/** Saves what the list is filtered to, all pages of it, as the server writes it. */
export function ExportButton({ open, label }: Props) {
  const { web } = useText();
  const tell = useTell();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(format: (typeof FORMATS)[number]) {
    setAnchor(null);
    setBusy(true);
    try {
      const response = await open(format);
      const name = fileNameOf(response) ?? `export.${format}`;
      saveFile(name, await response.blob());
      tell.done(web.list.exported(name));
    } catch (error) {
      tell.failed(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        startIcon={<Download />}
        loading={busy}
        loadingPosition="start"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label ?? web.list.export}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {FORMATS.map((format) => (
          <MenuItem key={format} onClick={() => void save(format)}>
            {web.list.exportAs[format]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
