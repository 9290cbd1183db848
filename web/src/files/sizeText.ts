const KB = 1024;

/** A size in bytes as text. */
export function sizeText(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  let [value, unit] = [bytes / KB, 'kB'];
  for (const larger of ['MB', 'GB']) if (value >= KB) [value, unit] = [value / KB, larger];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
