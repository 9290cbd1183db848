/** Texts of imports and exports: headings that the common catalogue lacks, and what is wrong with a file or a row. */
export const sheets = {
  scoreSheet: 'Score sheet',
  scores: {
    serial: 'Serial',
    content: 'Content',
    points: 'Points',
    score: 'Score',
    missing: 'Reasonable missing item',
    reason: 'Reason',
  },
  row: 'Row',
  list: ', ',
  colon: ': ',
  faults: {
    empty: 'The file is empty: it needs a heading row',
    notXlsx: 'This is not an xlsx file',
    notText: 'This is a workbook, not a text file; name it .xlsx',
    oldExcel: 'This is an old .xls workbook; save it as .xlsx and try again',
    encrypted: 'The workbook is encrypted; remove its password and try again',
    damaged: 'The file is damaged; save it again and try again',
    encoding: 'The characters of the file cannot be read; save it as UTF-8 and try again',
    quotes: (row: number) => `Row ${row}: a quotation mark is opened and not closed`,
    tooLarge: (megabytes: number) => `The file is too large: at most ${megabytes} MB`,
    unpacksTooLarge: (megabytes: number) => `The workbook is too large: at most ${megabytes} MB when unpacked`,
    tooManyRows: (rows: number) => `Too many rows: at most ${rows} in one file`,
    unknownHeadings: (headings: string, allowed: string) => `Unknown headings: ${headings}. Allowed: ${allowed}`,
    duplicateHeadings: (headings: string) => `Headings that stand there twice: ${headings}`,
    missingHeadings: (headings: string, allowed: string) => `Headings missing: ${headings}. Allowed: ${allowed}`,
  },
  rows: {
    repeated: (row: number) => `Stands in row ${row} already`,
    unheaded: (column: string) => `Column ${column} has content but no heading; a comma without quotes can shift cells`,
    notJson: 'Not a JSON object',
  },
};

export type SheetsText = typeof sheets;
