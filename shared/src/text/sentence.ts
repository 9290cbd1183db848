/** A text with a capital letter at its beginning, as a sentence has; other scripts stay. */
export function sentence(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
