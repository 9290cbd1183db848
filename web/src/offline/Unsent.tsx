import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { UPLOADERS } from '@shp/shared/domain/accounts/uploaders';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useOfflineText } from '../core/i18n/offlineTexts.ts';
import { useOutboxText } from '../core/i18n/outboxTexts.ts';
import { useUser } from '../core/session.ts';
import { hasCamera } from '../files/camera/Camera.tsx';
import { keepsLocation, setKeepsLocation } from '../files/camera/place.ts';
import { UploadLine } from '../files/upload/UploadLine.tsx';
import { uploadsOf } from '../files/upload/useUploads.ts';
import { useSnapshot } from '../outbox/useOutbox.ts';
import { lazyDialog } from '../ui/lazyDialog.tsx';
import { useVersionWaits } from './version.ts';

const UnsentEditsDialog = lazyDialog(async () => ({
  default: (await import('../assessment/UnsentEditsDialog.tsx')).UnsentEditsDialog,
}));

/** Edits and photographs that the server does not have yet. */
export default function Unsent({ account }: { account: string }) {
  const { photo, unsent: words } = useOfflineText();
  const { role } = useUser();
  const { list, onlyHere } = useOutboxText();
  const { entries, durable } = useSnapshot(account);
  const uploads = uploadsOf(account);
  const files = useSyncExternalStore(uploads.subscribe, uploads.list);
  const waits = useVersionWaits();
  const [listed, setListed] = useState(false);
  const nothing = entries.length + files.length === 0;
  return (
    <>
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography component="span">
          {nothing && words.none}
          {entries.length > 0 && words.edits(entries.length)}
          {entries.length > 0 && files.length > 0 && ' · '}
          {files.length > 0 && words.photos(files.length)}
        </Typography>
        {entries.length > 0 && (
          <Button size="small" onClick={() => setListed(true)}>
            {list}
          </Button>
        )}
      </Box>
      {!nothing && durable && <Typography variant="body2">{words.sends}</Typography>}
      {!durable && (
        <Typography variant="body2" sx={{ color: 'error.main' }}>
          {onlyHere(entries.length)}
        </Typography>
      )}
      {!nothing && waits && <Typography variant="body2">{words.version}</Typography>}
      {files.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, maxHeight: 240, overflow: 'auto' }}>
          {files.map((upload) => (
            <UploadLine key={upload.id} upload={upload} uploads={uploads} />
          ))}
        </Box>
      )}
      {hasCamera() && UPLOADERS.finding.some((one) => one === role) && (
        <FormControlLabel
          label={photo.place}
          control={
            <Checkbox size="small" defaultChecked={keepsLocation()} onChange={(_, on) => setKeepsLocation(on)} />
          }
        />
      )}
      <Suspense>{listed && <UnsentEditsDialog onClose={() => setListed(false)} />}</Suspense>
    </>
  );
}
