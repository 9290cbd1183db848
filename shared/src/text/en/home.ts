/** Texts of the console's home page above its figures. */
export const home = {
  waiting: (count: string) => `${count} waiting for you`,
  nothingWaits: 'Nothing is waiting for you.',
  all: (count: string) => `All ${count}`,
  days: (days: number) => (days === 0 ? 'since today' : days === 1 ? '1 day' : `${days} days`),
  scored: (done: number, items: number) => `${done}/${items} items scored`,
  application: (level: string) => `Application: ${level}`,
  progress: 'Progress',
  stages: { fill: 'Application', first: 'First review', experts: 'Experts', conclusion: 'Conclusion' },
  missing: (count: number) => (count === 1 ? '1 point is still missing' : `${count} points are still missing`),
  complete: 'Nothing is missing. You can submit.',
  remarks: (count: number) => (count === 1 ? '1 remark to answer' : `${count} remarks to answer`),
  goOn: 'Continue',
  correct: 'Correct and submit again',
  look: 'Open',
  noApplication: 'You have no open application.',
  rating: 'Rating',
  noRating: 'No valid rating',
  until: (day: string) => `valid until ${day}`,
  left: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
};

export type Home = typeof home;
