import Delete from '@mui/icons-material/Delete';
import IconButton from '@mui/material/IconButton';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

/** Deletes an assessment after a confirmation. */
export function DeleteButton({ row }: { row: AssessmentRow }) {
  const { web } = useText();
  const toast = useToast();
  const { refetch } = useListContext();
  const [asking, setAsking] = useState(false);
  const label = web.assessments.delete(row.number);

  async function remove() {
    try {
      await client.call('POST assessment/delete', { id: row.id });
      toast.done(web.assessments.deleted);
      await refetch();
    } catch (error) {
      toast.failed(error);
    }
  }

  return (
    <>
      <IconButton size="small" aria-label={label} title={label} onClick={() => setAsking(true)}>
        <Delete fontSize="small" />
      </IconButton>
      {asking && (
        <ConfirmDialog
          question={web.assessments.deleteAsk(row.number)}
          note={web.assessments.deleteNote}
          yes={web.users.operations.delete.action}
          onYes={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
