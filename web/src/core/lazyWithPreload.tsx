import { type ComponentType, lazy, useState } from 'react';

/**
 * A component loaded on first use, or earlier by `preload`. A loaded component renders synchronously: otherwise React
 * shows a fallback for at least 300 ms.
 */
export function lazyWithPreload<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let loaded: ComponentType<P> | null = null;
  async function preload() {
    const module = await load();
    loaded = module.default;
    return module;
  }
  let Lazy = lazy(preload);
  /** React caches a failed load; a new `lazy` lets the next use load again. */
  function forget() {
    Lazy = lazy(preload);
  }
  function Part(props: P) {
    const [Chosen] = useState<ComponentType<P>>(() => loaded ?? (Lazy as ComponentType<P>));
    return <Chosen {...props} />;
  }
  return { preload, forget, Part };
}

/** An extra of a page that loads on first use; if its code does not come, the page goes on without it. */
export function lazyExtra<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => load().catch(() => ({ default: (() => null) as ComponentType<P> })));
}
