/** Loads a value on the first call and caches it. A failure is not cached: the next call tries again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    if (loading) return loading;
    const started = load();
    loading = started;
    started.catch(() => {
      if (loading === started) loading = null;
    });
    return started;
  };
}

/** Like {@link loadOnce}, for each key. */
export function loadOncePerKey<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const loads = new Map<string, () => Promise<T>>();
  return (key) => {
    const known = loads.get(key) ?? loadOnce(() => load(key));
    loads.set(key, known);
    return known();
  };
}
