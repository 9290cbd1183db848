import Download from '@mui/icons-material/Download';
import IconButton from '@mui/material/IconButton';
import type { DocumentFile } from '@shp/shared/api/objects';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { client } from '../../core/client.ts';
import { useToast } from '../../core/useToast.ts';
import { fileUrl, nameOf, openDownload } from '../../files/fileUrl.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ROW_ICON, RowMenu } from '../../ui/list/RowMenu.tsx';
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
      <IconButton
        size="small"
        aria-label={text.download(name)}
        title={text.download(name)}
        onClick={() => void save()}
        sx={ROW_ICON}
      >
        <Download fontSize="small" />
      </IconButton>
      {keeper && (
        <RowMenu
          name={name}
          actions={[
            { label: text.changeReaders, onChoose: () => dialog.open('edit', file.id) },
            { label: text.delete, onChoose: () => setAsking(true) },
          ]}
        />
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
