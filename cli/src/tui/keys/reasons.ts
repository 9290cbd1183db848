/** Why a key does nothing: `now`, or `never` for this account or this list; `brief` is for the help, among many keys. */
export type Reason = { readonly kind: 'now' | 'never'; readonly text: string; readonly brief?: string };

/** A reason that no change on the screen takes away: the key is not offered at all. */
export function never(text: string): Reason {
  return { kind: 'never', text };
}

/** A reason with its kind; a text is for now. */
export function reasonOf(reason: Reason | string): Reason {
  return typeof reason === 'string' ? { kind: 'now', text: reason } : reason;
}
