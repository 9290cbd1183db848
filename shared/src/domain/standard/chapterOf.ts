/** The serial of the chapter: `4` for `4.1.12`. In a file of its own, as the sign-in page loads it. */
export function chapterOf(serial: string): string {
  return serial.split('.', 1)[0] ?? '';
}
