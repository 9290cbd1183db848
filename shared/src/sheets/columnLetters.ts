/** The letters of a column number that starts at 1: `A`, `Z`, `AA`. */
export function columnLetters(column: number): string {
  const rest = (column - 1) % 26;
  const before = (column - 1 - rest) / 26;
  return `${before > 0 ? columnLetters(before) : ''}${String.fromCharCode(65 + rest)}`;
}
