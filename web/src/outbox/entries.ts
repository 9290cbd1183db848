/**
 * One edit that the server does not have yet. Each place of an object has at most one; a newer edit replaces its value.
 */
export type Entry = {
  /**
   * The edited object as kind and id, `form/ID`. Entries of one object are sent together, the object edited first goes
   * first.
   */
  readonly object: string;
  /** The place in the object: a field's path, or an item's serial. */
  readonly place: string;
  readonly value: unknown;
  /** The server's value when the user began to edit. */
  readonly was: unknown;
  /** The object's version at that time, if it has versions. */
  readonly version: number | null;
  /** Grows with every edit of the account, so that a newer edit differs from the one in flight. */
  readonly edit: number;
  /** Values sent without a response so far: the server may have stored any of them. */
  readonly sent: readonly unknown[];
  readonly trouble: Trouble | null;
};

/** Why an entry waits for the user: another user changed the place, or the server refused the value for good. */
type Trouble =
  | { readonly kind: 'conflict'; readonly current: unknown }
  | { readonly kind: 'refused'; readonly message: string };

/** Whether a stored row is a valid entry. */
export function isEntry(row: object): row is Entry {
  const { object, place, version, edit, sent, trouble } = row as { [key in keyof Entry]?: unknown };
  const texts = typeof object === 'string' && typeof place === 'string';
  const numbers = typeof edit === 'number' && (version === null || typeof version === 'number');
  return texts && numbers && 'value' in row && 'was' in row && Array.isArray(sent) && isTrouble(trouble);
}

function isTrouble(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  const { kind, message } = { kind: 'conflict', message: '', ...value } as { kind: unknown; message: unknown };
  return kind === 'conflict' || (kind === 'refused' && typeof message === 'string');
}

export type Edit = { object: string; place: string; value: unknown; was: unknown; version?: number };

/** An edit that may not be stored, with the number of its entry. */
export type TypedEdit = Edit & { readonly edit: number };

/** Whether two values of a place are equal; each kind of object has its own comparison. */
export type Same = (a: unknown, b: unknown) => boolean;

export type Entries = readonly Entry[];

function isAt(object: string, place: string): (entry: Entry) => boolean {
  return (entry) => entry.object === object && entry.place === place;
}

/** The entries after an edit. An edit back to the server's value removes its entry, unless that entry is in flight. */
export function afterEdit(
  entries: Entries,
  { object, place, value, was, version }: Edit,
  same: Same,
  now: number,
): Entries {
  const before = entries.find(isAt(object, place));
  const others = entries.filter((entry) => entry !== before);
  const entry: Entry = before ?? {
    object,
    place,
    value,
    was,
    version: version ?? null,
    edit: 0,
    sent: [],
    trouble: null,
  };
  if (entry.sent.length === 0 && entry.trouble?.kind !== 'conflict' && same(value, entry.was)) return others;
  const latest = entries.reduce((edit, entry) => Math.max(edit, entry.edit), 0);
  const trouble = entry.trouble?.kind === 'conflict' ? entry.trouble : null;
  return [...others, { ...entry, value, trouble, edit: Math.max(now, latest + 1) }];
}

/** The entries with an edit of a page that was left, unless it or a newer one is stored. */
export function afterLeft(entries: Entries, typed: TypedEdit, same: Same): Entries {
  const before = entries.find(isAt(typed.object, typed.place));
  return before && before.edit >= typed.edit ? entries : afterEdit(entries, typed, same, typed.edit);
}

/** The next entries to send: all without trouble, of the object that was edited first. */
export function nextBatch(entries: Entries): Entries {
  const due = entries.filter(({ trouble }) => trouble === null).toSorted((a, b) => a.edit - b.edit);
  return due.filter(({ object }) => object === due[0]?.object);
}

/** The entries after a batch has been sent. */
export function afterSent(entries: Entries, batch: Entries, same: Same): Entries {
  return replaced(entries, batch, (entry, { value }) =>
    entry.sent.some((one) => same(one, value)) ? entry : { ...entry, sent: [...entry.sent, value] },
  );
}

/**
 * The server stored the batch and is at `version` now. Edits made since stay, now based on the sent values. Entries
 * based on the batch's version move to the new one; entries based on an older version do not.
 */
export function accepted(entries: Entries, batch: Entries, version: number | null): Entries {
  const object = batch[0]?.object;
  const base = versionOf(batch);
  const left = replaced(entries, batch, (entry, { edit, value }) =>
    entry.edit === edit ? null : { ...entry, was: value, sent: [], version },
  );
  return left.map((entry) => (entry.object === object && entry.version === base ? { ...entry, version } : entry));
}

/** The version that a batch is based on, or null if its kind of object has none. */
export function versionOf(batch: Entries): number | null {
  const versions = batch.flatMap(({ version }) => version ?? []);
  return versions.length > 0 ? Math.min(...versions) : null;
}

/**
 * The server stored nothing, because another user changed the object: `current` has its present values by place. Only a
 * place changed to a different value is a conflict; the others are sent again, based on the present version.
 */
export function afterConflict(
  entries: Entries,
  batch: Entries,
  { current, version }: { current: ReadonlyMap<string, unknown>; version: number | null },
  same: Same,
): Entries {
  return replaced(entries, batch, (entry) => {
    const now = current.get(entry.place);
    const based = { ...entry, version, sent: [] };
    if (same(now, entry.value)) return null;
    if (same(now, entry.was)) return based;
    if (entry.sent.some((value) => same(now, value))) return { ...based, was: now };
    return { ...based, trouble: { kind: 'conflict', current: now } };
  });
}

/** The server refuses these places for good, each with a reason; the others of the batch are sent again. */
export function afterRefusal(entries: Entries, batch: Entries, messages: ReadonlyMap<string, string>): Entries {
  return replaced(entries, batch, (entry, { edit }) => {
    const message = messages.get(entry.place);
    if (message === undefined || entry.edit !== edit) return entry;
    return { ...entry, trouble: { kind: 'refused', message } };
  });
}

/** The user's decision on an entry in trouble: `mine` sends it again, `theirs` drops it. */
export function afterDecision(entries: Entries, { object, place }: Entry, choice: 'mine' | 'theirs'): Entries {
  return entries.flatMap((entry) => {
    if (!isAt(object, place)(entry) || entry.trouble === null) return entry;
    if (choice === 'theirs') return [];
    const { trouble } = entry;
    return { ...entry, trouble: null, was: trouble.kind === 'conflict' ? trouble.current : entry.was };
  });
}

/** The entries, with unchanged ones replaced by the same objects as before, so that they do not render again. */
export function withUnchangedKept(before: Entries, entries: Entries): Entries {
  const known = new Map(before.map((entry) => [JSON.stringify(entry), entry]));
  return entries.map((entry) => known.get(JSON.stringify(entry)) ?? entry);
}

function replaced(entries: Entries, batch: Entries, by: (entry: Entry, sent: Entry) => Entry | null): Entries {
  return entries.flatMap((entry) => {
    const sent = batch.find(isAt(entry.object, entry.place));
    return sent ? (by(entry, sent) ?? []) : entry;
  });
}
