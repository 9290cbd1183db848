/** The public list of ratings, a page of the server. */
export const ratings = {
  title: 'Valid ratings',
  notPublished: 'The list of ratings is not published.',
  proposals: 'Proposed ratings',
  proposedUntil: 'Shown until',
  objections: (to: string) => `Objections, while a proposal is shown, go to ${to}`,
  none: 'No valid rating matches.',
  count: (count: number) => (count === 1 ? '1 valid rating' : `${count} valid ratings`),
  name: 'Station',
  division: 'Division',
  level: 'Level',
  anywhere: 'All of Guangxi',
  anyLevel: 'All levels',
  validUntil: 'Valid until',
  search: 'Search',
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  verify: 'Verify a conclusion',
};
export type RatingsText = typeof ratings;
