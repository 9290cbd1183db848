import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { useText } from '../core/i18n/texts.ts';
import { lazyWithPreload } from '../core/lazyWithPreload.tsx';
import { Loading } from './Loading.tsx';

type Props = {
  /** The loader of the content. */
  part: { preload: () => Promise<unknown>; forget: () => void };
  children: ReactNode;
};

/**
 * Wraps a part of a page that loads on demand: if its code fails to load offline, the rest of the page stays, and the
 * part loads again when the connection is back or the user retries.
 */
export class OfflineBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidMount() {
    addEventListener('online', this.retry);
  }

  override componentDidCatch() {
    this.props.part.forget();
  }

  override componentWillUnmount() {
    removeEventListener('online', this.retry);
  }

  readonly retry = () => {
    if (!this.state.failed) return;
    this.props.part.preload().then(
      () => this.setState({ failed: false }),
      () => this.setState({ failed: true }),
    );
  };

  override render() {
    if (this.state.failed) return <Failed onRetry={this.retry} />;
    return <Suspense fallback={<Loading />}>{this.props.children}</Suspense>;
  }
}

/** A part of a page that loads on demand, inside this boundary. */
export function offlineSafe<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const part = lazyWithPreload(load);
  return (props: P) => (
    <OfflineBoundary part={part}>
      <part.Part {...props} />
    </OfflineBoundary>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { login } = useText();
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" onClick={onRetry}>
          {login.retry}
        </Button>
      }
    >
      {login.crashed}
    </Alert>
  );
}
