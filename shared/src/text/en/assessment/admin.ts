/** In whose place an administrator acts on the page of an assessment. */
export const admin = {
  title: 'As administrator',
  inPlace:
    'you can take every step in place of the station and the units, under the same conditions: the four-eyes rule applies to you too; the history shows that you acted.',
};

export type AdminText = typeof admin;
