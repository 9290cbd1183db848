import './base.css';

/** What is shown while texts or a part of the console are on their way; wordless, as the words may be what is missing. */
export function Loading() {
  return <div className="loading" role="progressbar" aria-label="…" />;
}
