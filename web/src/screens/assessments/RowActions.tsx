import type { AssessmentRow } from '@shp/shared/api/objects';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { RowMenu } from '../../ui/list/RowMenu.tsx';

/** The rare actions on a row: deletes the assessment after a confirmation. */
export default function RowActions({ row }: { row: AssessmentRow }) {
  const { web } = useText();
  const toast = useToast();
  const { refetch } = useListContext();
  const [asking, setAsking] = useState(false);

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
      <RowMenu
        name={row.number}
        actions={[{ label: web.users.operations.delete.action, onChoose: () => setAsking(true) }]}
      />
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
