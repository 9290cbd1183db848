type Guard = { href: string; state: unknown; blocks: () => boolean; ask: () => void };
let guard: Guard | null = null;

// Registered at page start, to receive popstate before the router.
addEventListener('popstate', (event) => {
  if (guard === null || location.href === guard.href || !guard.blocks()) return;
  event.stopImmediatePropagation();
  history.pushState(guard.state, '', guard.href);
  guard.ask();
});

addEventListener('beforeunload', (event) => {
  if (guard?.blocks()) event.preventDefault();
});

/** While set, the browser's Back returns to the present address and calls `ask` if `blocks()` is true. */
export function setBackGuard(blocks: () => boolean, ask: () => void): () => void {
  const mine: Guard = { href: location.href, state: history.state, blocks, ask };
  guard = mine;
  return () => {
    if (guard === mine) guard = null;
  };
}
