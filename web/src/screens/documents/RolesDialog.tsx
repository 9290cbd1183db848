import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { DocumentFile } from '@shp/shared/api/objects';
import { USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { useId, useState } from 'react';
import { useListContext } from 'react-admin';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { nameOf } from '../../files/fileUrl.ts';
import { type Audience, isAudience, RoleChecks, rolesOf } from './RoleChecks.tsx';
import { useDocumentsText } from './texts.ts';

/** Dialog for the roles that may read a document. */
export default function RolesDialog({ file, onClose }: { file: DocumentFile; onClose: () => void }) {
  const { web } = useText();
  const text = useDocumentsText();
  const toast = useToast();
  const titleId = useId();
  const { refetch } = useListContext();
  const [audience, setAudience] = useState<Audience>({ everybody: file.roles.length === 0, roles: file.roles });
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      await client.call('POST document/update_roles', { fileId: file.id, roles: rolesOf(audience) });
      toast.done(web.saved, async () => {
        const roles = USER_ROLES.filter((role) => file.roles.includes(role));
        await client.call('POST document/update_roles', { fileId: file.id, roles });
        await refetch();
      });
      await refetch();
      onClose();
    } catch (error) {
      setBusy(false);
      toast.failed(error);
    }
  }

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {text.rolesTitle(nameOf(file))}
      </DialogTitle>
      <DialogContent>
        <RoleChecks audience={audience} onChange={setAudience} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{web.cancel}</Button>
        <Button variant="contained" loading={busy} disabled={!isAudience(audience)} onClick={() => void save()}>
          {web.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
