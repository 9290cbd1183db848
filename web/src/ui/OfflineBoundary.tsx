import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { useText } from '../core/i18n/texts.ts';
import { lazyWithPreload } from '../core/lazyWithPreload.tsx';
import { Loading } from './Loading.tsx';

type Props = {
  /** What stands inside. */
  part: { preload: () => Promise<unknown>; forget: () => void };
  children: ReactNode;
};

/**
 * Around a part of a page that is loaded on demand: where its code does not come because the line is lost, the rest of
 * the page stays, and the part is asked for again when the line is back or the person says so.
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

/** A part of a page that is loaded on demand, with this boundary around it. */
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
