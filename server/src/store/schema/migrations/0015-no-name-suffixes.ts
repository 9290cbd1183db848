import { dropOnRows, migration } from './frozen.ts';

/** A search reads the names themselves. */
export default migration('', (dialect) => [...dropOnRows(dialect, 'users', 'suffixes'), 'DROP TABLE name_suffixes']);
