/** A cell that begins so may be run as a formula: by the signs, full-width ones too, or behind a tab or a line end that is skipped. */
const SIGNS = '=+\\-@＝＋－＠\\t\\r\\n';
/**
 * Such a text is written with a leading `'`; so is one that already looks guarded, so that {@link unguard} gives every
 * text back as it was.
 */
const LIKE_FORMULA = new RegExp(`^'*[${SIGNS}]`);
const GUARDED = new RegExp(`^'+[${SIGNS}]`);

/** For files of text, where a spreadsheet decides by the first character what a cell is. */
export function guard(text: string): string {
  return LIKE_FORMULA.test(text) ? `'${text}` : text;
}

/** For workbooks, whose text cells are never run: only what {@link unguard} would change. */
export function guardGuarded(text: string): string {
  return GUARDED.test(text) ? `'${text}` : text;
}

/** A cell's text as it was before it was guarded. */
export function unguard(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
