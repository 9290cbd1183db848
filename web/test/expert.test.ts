import { describe, expect, test } from 'vitest';
import { withPhrase } from '../src/assessment/score/keys/withPhrase.ts';

describe('joining a phrase to a reason', () => {
  test.each([
    ['', '未签字', '未签字'],
    ['  ', '未签字', '未签字'],
    ['缺记录', '未签字', '缺记录；未签字'],
    ['缺记录。', '未签字', '缺记录。未签字'],
    ['No record', 'no signature', 'No record; no signature'],
    ['No record.', 'no signature', 'No record. no signature'],
  ])('%j and %j', (reason, phrase, together) => {
    expect(withPhrase(reason, phrase)).toBe(together);
  });
});
