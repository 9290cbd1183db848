import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Form } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useText } from '../core/i18n/texts.ts';
import { setBackGuard } from './backGuard.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  title: string;
  submit: string;
  busy: boolean;
  onCancel: () => void;
  defaultValues?: Record<string, unknown>;
  onSubmit?: (values: Record<string, unknown>) => Promise<unknown>;
  children: ReactNode;
};

/**
 * A form in a dialog that a click outside does not close. Without `onSubmit` the surrounding controller saves. Cancel,
 * Escape and the browser's Back ask first if the user has typed anything.
 */
export function FormDialog({ title, submit, busy, onCancel, defaultValues, onSubmit, children }: Props) {
  const { web } = useText();
  const titleId = useId();
  const formId = useId();
  const dirty = useRef(false);
  const [asking, setAsking] = useState(false);
  useEffect(
    () =>
      setBackGuard(
        () => dirty.current,
        () => setAsking(true),
      ),
    [],
  );

  function leave() {
    if (dirty.current) setAsking(true);
    else onCancel();
  }

  function discard() {
    dirty.current = false;
    onCancel();
    return Promise.resolve();
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      scroll="paper"
      aria-labelledby={titleId}
      onClose={(_event, reason) => reason === 'escapeKeyDown' && leave()}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent dividers>
        <Form
          id={formId}
          mode="onBlur"
          noValidate
          {...(defaultValues ? { defaultValues } : {})}
          {...(onSubmit ? { onSubmit } : {})}
        >
          <DirtyState into={dirty} />
          {children}
        </Form>
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>{web.cancel}</Button>
        <Button type="submit" form={formId} variant="contained" loading={busy}>
          {submit}
        </Button>
      </DialogActions>
      {asking && (
        <ConfirmDialog
          question={web.discard.question}
          yes={web.discard.yes}
          onYes={discard}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}

/** Copies the form's dirty state to a ref, for event handlers outside the form. */
function DirtyState({ into }: { into: { current: boolean } }) {
  const { isDirty, isSubmitted, isSubmitSuccessful } = useFormState();
  into.current = isDirty && !(isSubmitted && isSubmitSuccessful);
  return null;
}
