import { keysOf, ROW_KEYS } from '../../keys/keys.ts';

/** The keys of each part that wait for its data. */
export const KEPT_KEYS = {
  overview: [...ROW_KEYS, ...keysOf('nextUnscored')],
  form: [...ROW_KEYS, ...keysOf('nextSection', 'previousSection', 'section', 'remark')],
  scores: [...ROW_KEYS, ...keysOf('nextUnscored', 'download')],
  /** Of the items of a chapter. */
  items: [...ROW_KEYS, ...keysOf('score', 'scoreDigit', 'nextUnscored', 'openFile', 'remark')],
  experts: ROW_KEYS,
  events: ROW_KEYS,
  files: [...ROW_KEYS, ...keysOf('openFile', 'download', 'addFiles', 'remark', 'copy', 'copyId', 'copyCommand')],
} as const satisfies Record<string, readonly string[]>;
