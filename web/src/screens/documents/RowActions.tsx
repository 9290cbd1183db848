import Delete from '@mui/icons-material/Delete';
import Download from '@mui/icons-material/Download';
import Groups from '@mui/icons-material/Groups';
import IconButton from '@mui/material/IconButton';
import type { DocumentFile } from '@shp/shared/api/objects';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { Link } from 'react-router';
import { client } from '../../core/client.ts';
import { useToast } from '../../core/useToast.ts';
import { fileUrl, nameOf, openDownload } from '../../files/fileUrl.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { useDocumentsText } from './texts.ts';

/** Actions on a document. */
export function RowActions({ file, keeper }: { file: DocumentFile; keeper: boolean }) {
  const text = useDocumentsText();
  const toast = useToast();
  const dialog = useDialog();
  const { refetch } = useListContext();
  const [asking, setAsking] = useState(false);
  const name = nameOf(file);

  async function save() {
    try {
      openDownload(await fileUrl(file, 'save'));
    } catch (error) {
      toast.failed(error);
    }
  }

  async function remove() {
    try {
      await client.call('POST document/delete?', { fileId: file.id });
      toast.done(text.deleted);
    } catch (error) {
      toast.failed(error);
    }
    await refetch();
  }

  return (
    <>
      <IconButton size="small" aria-label={text.download(name)} title={text.download(name)} onClick={() => void save()}>
        <Download fontSize="small" />
      </IconButton>
      {keeper && (
        <>
          <IconButton
            component={Link}
            to={dialog.to('edit', file.id)}
            size="small"
            aria-label={text.rolesOf(name)}
            title={text.rolesOf(name)}
          >
            <Groups fontSize="small" />
          </IconButton>
          <IconButton
            size="small"
            aria-label={text.deleteOf(name)}
            title={text.deleteOf(name)}
            onClick={() => setAsking(true)}
          >
            <Delete fontSize="small" />
          </IconButton>
        </>
      )}
      {asking && (
        <ConfirmDialog
          question={text.deleteAsk(name)}
          note={text.deleteNote}
          yes={text.delete}
          onYes={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
