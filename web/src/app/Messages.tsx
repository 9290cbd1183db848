import Portal from '@mui/material/Portal';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useState } from 'react';
import { CloseNotificationContext, type NotificationPayload, useNotificationContext, useTranslate } from 'react-admin';

const SHOWN_MS = 3000;

/**
 * Shows messages one after the other; one that offers "Undo" leaves when the next arrives. Outside the page, which an open
 * dialog hides from screen readers.
 */
export function Messages() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  const [shown, setShown] = useState<NotificationPayload>();
  const [open, setOpen] = useState(false);
  const { action, autoHideDuration = SHOWN_MS, anchorOrigin } = shown?.notificationOptions ?? {};

  useEffect(() => {
    if (notifications.length === 0) return;
    if (shown) {
      if (action) setOpen(false);
      return;
    }
    setShown(takeNotification() ?? undefined);
    setOpen(true);
  }, [notifications, shown, action, takeNotification]);

  if (!shown) return null;
  const close = () => setOpen(false);
  return (
    <CloseNotificationContext value={close}>
      <Portal>
        <Snackbar
          open={open}
          message={typeof shown.message === 'string' ? translate(shown.message, { _: shown.message }) : shown.message}
          action={action}
          autoHideDuration={autoHideDuration}
          anchorOrigin={anchorOrigin ?? BOTTOM}
          onClose={(_, reason) => reason === 'clickaway' || close()}
          slotProps={{
            transition: { onExited: () => setShown(undefined) },
            content: { sx: { bgcolor: `${shown.type}.main`, color: `${shown.type}.contrastText` } },
          }}
        />
      </Portal>
    </CloseNotificationContext>
  );
}

const BOTTOM = { vertical: 'bottom', horizontal: 'center' } as const;
