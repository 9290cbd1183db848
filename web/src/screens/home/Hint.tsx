import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import type { Hints } from '@shp/shared/text/en/hints';
import { useState } from 'react';
import { isTextList, readStoredJson, writeStored } from '../../core/browserStorage.ts';
import { areaTexts } from '../../core/i18n/areaTexts.ts';
import { useUser } from '../../core/session.ts';

const useHints = areaTexts<Hints>({
  zh: async () => (await import('@shp/shared/text/zh/hints')).hints,
  en: async () => (await import('@shp/shared/text/en/hints')).hints,
});
useHints.preload();

/** Accounts of this browser that have dismissed their hint. */
const PLACE = 'shp.hintsRead';
const readBy = (): string[] => readStoredJson(PLACE, isTextList) ?? [];

/** Explains a role's work and pages, until the user dismisses it. */
export function Hint() {
  const { id } = useUser();
  const [read, setRead] = useState(() => readBy().includes(id));
  function close() {
    writeStored(PLACE, JSON.stringify([...readBy(), id]));
    setRead(true);
  }
  return read ? null : <Shown onClose={close} />;
}

function Shown({ onClose }: { onClose: () => void }) {
  const { title, close, roles } = useHints();
  const { role } = useUser();
  return (
    <Alert severity="info" variant="outlined" sx={{ mb: 2, bgcolor: 'background.paper' }}>
      <AlertTitle>{title}</AlertTitle>
      <ul style={LINES}>
        {roles[role].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Button size="small" onClick={onClose} sx={{ ml: '-5px', minWidth: 0 }}>
        {close}
      </Button>
    </Alert>
  );
}

const LINES = { margin: 0, paddingInlineStart: '1.2em' };
