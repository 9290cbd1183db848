/** How rows and objects are printed. */
export const FORMATS = ['table', 'ndjson', 'json', 'csv', 'tsv'] as const;
export type Format = (typeof FORMATS)[number];
