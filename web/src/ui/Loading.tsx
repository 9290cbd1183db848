import '../screens/login/login.css';

/** What is shown while texts or a part of the console are on their way; wordless, as the words may be what is missing. */
export function Wait() {
  return <div className="wait" role="progressbar" aria-label="…" />;
}
