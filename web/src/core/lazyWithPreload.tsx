import { type ComponentType, lazy, useState } from 'react';

/**
 * A component that is loaded when it is needed, or before. What has been loaded is drawn at once: React shows a fallback
 * for at least 300 ms, however short the wait.
 */
export function lazyWithPreload<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let loaded: ComponentType<P> | null = null;
  async function preload() {
    const module = await load();
    loaded = module.default;
    return module;
  }
  let Lazy = lazy(preload);
  /** React keeps a failed load for good: after this the next use loads again. */
  function forget() {
    Lazy = lazy(preload);
  }
  function Part(props: P) {
    const [Chosen] = useState<ComponentType<P>>(() => loaded ?? (Lazy as ComponentType<P>));
    return <Chosen {...props} />;
  }
  return { preload, forget, Part };
}
