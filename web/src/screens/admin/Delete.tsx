import DeleteIcon from '@mui/icons-material/Delete';
import Button from '@mui/material/Button';
import type { Assessment } from '@shp/shared/api/objects';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useToast } from '../../core/useToast.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

/** Deletes the assessment after a confirmation and returns to the list. */
export function Delete({ assessment: { id, number } }: { assessment: Assessment }) {
  const { web } = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { action } = web.users.operations.delete;

  async function remove() {
    try {
      await client.call('POST assessment/delete', { id });
      toast.done(web.assessments.deleted);
      await navigate('/assessments');
    } catch (error) {
      toast.failed(error);
    }
  }

  return (
    <>
      <Button
        color="error"
        startIcon={<DeleteIcon />}
        aria-label={web.assessments.delete(number)}
        onClick={() => setAsking(true)}
      >
        {action}
      </Button>
      {asking && (
        <ConfirmDialog
          question={web.assessments.deleteAsk(number)}
          note={web.assessments.deleteNote}
          yes={action}
          onYes={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
