/**
 * Spreadsheets may run a cell that begins with one of these signs, also full-width or after a skipped tab or line end.
 */
const SIGNS = '=+\\-@＝＋－＠\\t\\r\\n';
/**
 * Such a text gets a leading `'`. A text that already looks guarded gets one more, so that {@link unguard} restores
 * every text exactly.
 */
const LIKE_FORMULA = new RegExp(`^'*[${SIGNS}]`);
const GUARDED = new RegExp(`^'+[${SIGNS}]`);

/** For text files: spreadsheets decide by the first character whether a cell is a formula. */
export function guard(text: string): string {
  return LIKE_FORMULA.test(text) ? `'${text}` : text;
}

/**
 * For workbooks: spreadsheets never run their text cells, so it guards only texts that {@link unguard} would change.
 */
export function escapeGuarded(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text;
}

/** The original text of a guarded cell. */
export function unguard(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
