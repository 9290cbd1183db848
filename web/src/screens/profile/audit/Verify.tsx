import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Output } from '@shp/shared/api/index';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { useState } from 'react';
import { client } from '../../../core/client.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { useToast } from '../../../core/useToast.ts';
import { useAdministrationText } from '../administrationText.ts';

/** Button that lets the server verify the audit's hash chain. */
export function Verify() {
  const { audit: text } = useAdministrationText();
  const { lang } = usePreferences();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [verdict, setVerdict] = useState<Output<'GET audit/verify'> | null>(null);

  async function verify() {
    setBusy(true);
    try {
      setVerdict(await client.call('GET audit/verify', {}));
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="outlined" loading={busy} onClick={() => void verify()}>
        {text.verify}
      </Button>
      <Box role="status" sx={{ flexBasis: '100%', '&:empty': { position: 'absolute' } }}>
        {verdict && (
          <Alert severity={verdict.ok ? 'success' : 'error'}>
            {verdict.ok
              ? text.verified(verdict.rows.toLocaleString(LANG_TAGS[lang]))
              : verdict.firstBroken === null
                ? text.historyBroken
                : text.broken(verdict.firstBroken)}
          </Alert>
        )}
      </Box>
    </>
  );
}
