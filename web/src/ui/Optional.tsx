import { Component, type ReactNode, Suspense } from 'react';

/** Something that the page can do without: nothing is shown while it loads, or if it cannot be loaded. */
export class Optional extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
