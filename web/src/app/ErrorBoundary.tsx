import { Component, type ReactNode } from 'react';
import { useSignInText } from '../core/i18n/texts.ts';
import '../ui/base.css';

type Props = {
  children: ReactNode;
  /** The address inside the layout: another one shows its page again. */
  at?: string;
  onCrash?: () => void;
};

/** Shows a way out instead of an empty page when rendering fails or a chunk cannot be loaded. */
export class ErrorBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch() {
    this.props.onCrash?.();
  }

  override componentDidUpdate(before: Props) {
    if (this.state.crashed && before.at !== this.props.at) this.setState({ crashed: false });
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return <Crashed inLayout={this.props.at !== undefined} />;
  }
}

function Crashed({ inLayout }: { inLayout: boolean }) {
  const { common, login } = useSignInText();
  const Place = inLayout ? 'div' : 'main';
  return (
    <Place className="crash" role="alert">
      <h1>{login.crashed}</h1>
      <p>{login.crashedNote}</p>
      <button type="button" onClick={() => location.reload()}>
        {login.reload}
      </button>
      <a href="/">{common.menu.home}</a>
    </Place>
  );
}
