import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import { Component, type ComponentType, type ReactNode, useId } from 'react';
import { useText } from '../core/i18n/texts.ts';
import { lazyWithPreload } from '../core/lazyWithPreload.tsx';
import { useDialog } from './useDialog.ts';

/**
 * A dialog that loads on first opening. If loading fails, the page stays and reports it; the next opening, or "try
 * again", loads again. A component without `onClose` is opened by the address (`useDialog`).
 */
export function lazyDialog<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const { Part, forget, preload } = lazyWithPreload(load);
  function LazyDialog(props: P) {
    const { close } = useDialog();
    const { onClose = close } = props as { onClose?: (changed: boolean) => unknown };
    return (
      <Boundary onFailure={forget} onClose={() => void onClose(false)}>
        <Part {...props} />
      </Boundary>
    );
  }
  return Object.assign(LazyDialog, { preload });
}

type Props = { onFailure: () => void; onClose: () => void; children: ReactNode };

class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailure();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const retry = () => this.setState({ failed: false });
    return <Failed onRetry={retry} onClose={this.props.onClose} />;
  }
}

function Failed({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const { login, web } = useText();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <Alert severity="warning" id={id}>
        {login.crashed}
      </Alert>
      <DialogActions>
        <Button onClick={onClose}>{web.close}</Button>
        <Button onClick={onRetry}>{login.retry}</Button>
      </DialogActions>
    </Dialog>
  );
}
