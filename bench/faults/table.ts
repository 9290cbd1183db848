/** Figures as a table in Markdown, a row each, named by the way to it. */
export function tableOf(figures: object): string {
  const rows = rowsOf(figures, []);
  return ['| what | figure |', '|---|---|', ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)].join('\n');
}

function rowsOf(value: unknown, way: readonly string[]): [string, string][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) => rowsOf(inner, [...way, inWords(key)]));
  return [[way.join(', '), Array.isArray(value) ? value.join(', ') : String(value)]];
}

const inWords = (key: string) => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
