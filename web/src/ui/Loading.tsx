import './base.css';

/** Shown while texts or a chunk load; without words, as their texts may not be loaded. */
export function Loading() {
  return <div className="loading" role="progressbar" aria-label="…" />;
}
