const assessments = (number: number) => (number === 1 ? '1 assessment' : `${number} assessments`);
const experts = (number: number) => (number === 1 ? '1 expert' : `${number} experts`);

/** Texts for choosing experts, for one assessment or several. */
export const assigning = {
  search: 'Name, account, employer, specialty or city',
  found: (number: number) =>
    number === 1 ? '1 expert found' : `${number} experts found, those with the least work first`,
  more: (number: number) => `${number} more; please refine the search`,
  nobody: 'No expert found.',
  load: (number: number) =>
    number === 0 ? 'no open reviews' : number === 1 ? '1 open review' : `${number} open reviews`,
  anywhere: 'any city',
  present: 'assigned already',
  ownUnit: 'Four-eyes rule: works for this station or its owner',
  chosen: (number: number) => `${number} chosen`,
  drop: (name: string) => `Leave out ${name} (Delete)`,
  needed: (least: number, there: number) =>
    there >= least ? ` (${experts(least)} needed)` : `; at least ${least - there}${there > 0 ? ' more' : ''} needed`,
  table: 'Experts to choose from',
  columns: { name: 'Expert', city: 'City', load: 'Open reviews', last: 'Last review here', conflict: 'Conflict' },
  last: (day: string) => `last here ${day}`,
  never: 'no review of this station yet',
  free: 'none',
  none: 'None chosen yet',
  loads: 'Open reviews of each expert, now → after',
  loadOf: (name: string, before: number, after: number) => `${name}: ${before} now, ${after} after`,
  assign: (number: number) => (number === 0 ? 'Assign' : `Assign ${experts(number)}`),
  assignTitle: (number: number, chosen: number) =>
    number === chosen
      ? `Assign experts to ${assessments(number)}`
      : `Assign experts to ${number} of ${chosen} chosen assessments`,
  notPossible: (number: number) => `${assessments(number)} cannot be assigned; see the reasons below.`,
  balanceNote: 'Lowest load first, then missing specialties, then the same city; never one who works for the station.',
  namedNote: 'The chosen experts are added; those assigned already stay.',
};

export type Assigning = typeof assigning;
