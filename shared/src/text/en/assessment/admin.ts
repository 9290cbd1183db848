/** What an administrator can do on the page of an assessment. */
export const admin = {
  title: 'As administrator',
  inPlace:
    'you can take every step in place of the station and the units, under the same conditions, four eyes included. The history names you.',
  assign: 'Assign or remove experts',
  experts: 'Experts and their progress',
  compare: 'Compare the scores',
  steps: 'Conclusion and steps',
  files: 'Files, also as one ZIP',
  audit: 'Audit trail',
};

export type AdminText = typeof admin;
