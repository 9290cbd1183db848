import { dropOnRows, migration } from './frozen.ts';

/** Users are counted by an index, and experts by specialty by their profiles. */
export default migration('', (dialect) => [
  ...dropOnRows(dialect, 'users', 'users'),
  ...dropOnRows(dialect, 'users', 'specialties'),
  'DROP TABLE user_totals',
  'DROP TABLE specialty_totals',
]);
