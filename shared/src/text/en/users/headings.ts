/** Headings of lists of accounts that are shorter than those of an export, by column; with blanks that do not break. */
export const headings: Readonly<Record<string, string>> = {
  capacity: 'Capacity,\u00a0kW',
  load: 'Open\u00a0reviews',
  ratedUntil: 'Valid\u00a0until',
  status: 'Open review',
  title: 'Title',
};
