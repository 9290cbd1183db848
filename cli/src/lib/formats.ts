/** How rows and objects are printed. */
export const FORMATS = ['table', 'ndjson', 'json', 'csv', 'tsv'] as const;
/** What the heading row of a csv or tsv of a list says, and with it the cells: raw values, or names in a language. */
export const LIST_HEADINGS = ['keys', 'none', 'zh', 'en'] as const;
export type ListHeadings = (typeof LIST_HEADINGS)[number];
/** The formats that have a heading row to choose. */
export const HEADED_FORMATS: readonly Format[] = ['csv', 'tsv'];
export type Format = (typeof FORMATS)[number];
