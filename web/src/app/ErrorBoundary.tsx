import { Component, type ReactNode } from 'react';
import { useSignInText } from '../core/i18n/texts.ts';
import '../ui/base.css';

/** Shows a way out instead of an empty page when rendering fails or a chunk cannot be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return <Crashed />;
  }
}

function Crashed() {
  const { login } = useSignInText();
  return (
    <main className="crash" role="alert">
      <p>{login.crashed}</p>
      <button type="button" onClick={() => location.reload()}>
        {login.reload}
      </button>
    </main>
  );
}
