import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { DocumentFile } from '@shp/shared/api/objects';
import { type Role, USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { useId, useState } from 'react';
import { useListContext } from 'react-admin';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { nameOf } from '../../files/fileUrl.ts';
import { RoleChecks } from './RoleChecks.tsx';
import { useDocumentsText } from './texts.ts';

/** Dialog for the roles that may read a document. */
export default function RolesDialog({ file, onClose }: { file: DocumentFile; onClose: () => void }) {
  const { web } = useText();
  const text = useDocumentsText();
  const toast = useToast();
  const titleId = useId();
  const { refetch } = useListContext();
  const [chosen, setChosen] = useState<Role[]>(file.roles);
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const roles = USER_ROLES.filter((role) => chosen.includes(role));
      await client.call('POST document/update_roles', { fileId: file.id, roles });
      toast.done(web.saved);
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
        <RoleChecks chosen={chosen} onChange={setChosen} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{web.cancel}</Button>
        <Button variant="contained" loading={busy} onClick={() => void save()}>
          {web.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
