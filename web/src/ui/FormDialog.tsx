import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { Form } from 'react-admin';
import { useText } from '../texts.ts';

type Props = {
  title: string;
  submit: string;
  busy: boolean;
  onCancel: () => void;
  defaultValues?: Record<string, unknown>;
  onSubmit?: (values: Record<string, unknown>) => Promise<unknown>;
  children: ReactNode;
};

/** A form in a dialog, which a click beside it does not close; without `onSubmit` the surrounding controller saves. */
export function FormDialog({ title, submit, busy, onCancel, defaultValues, onSubmit, children }: Props) {
  const { web } = useText();
  const titleId = useId();
  const formId = useId();
  return (
    <Dialog open fullWidth maxWidth="md" scroll="paper" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Form
          id={formId}
          mode="onBlur"
          noValidate
          {...(defaultValues ? { defaultValues } : {})}
          {...(onSubmit ? { onSubmit } : {})}
        >
          {children}
        </Form>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{web.cancel}</Button>
        <Button type="submit" form={formId} variant="contained" loading={busy}>
          {submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
