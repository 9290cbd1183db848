const KB = 1024;

/** A size in bytes as text. */
export function sizeText(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  const [value, unit] = bytes < KB * KB ? [bytes / KB, 'kB'] : [bytes / KB / KB, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
