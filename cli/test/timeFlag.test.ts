import { describe, expect, test } from 'vitest';
import { timeFlag } from '../src/commands/flags/timeFlag.ts';
import { loadTexts } from '../src/lib/texts.ts';

const texts = await loadTexts('en');

describe('a time flag', () => {
  test.each([
    ['2026-01-31', 'first', '2026-01-30T16:00:00.000Z'],
    ['2026-01-31', 'last', '2026-01-31T15:59:59.999Z'],
    ['2026-01-31T08:00', 'first', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T08:00:00Z', 'first', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00.5+09:00', 'first', '2026-01-30T23:00:00.500Z'],
  ] as const)('%s (%s) is %s', (text, end, at) => {
    expect(timeFlag('--from', text, end, texts)).toBe(at);
  });

  test.each(['2026-02-31', '2026-02-31T08:00:00Z', '2026-01-31T25:00', '5', '31 Jan 2026', 'tomorrow', ''])(
    'refuses "%s"',
    (text) => {
      expect(() => timeFlag('--from', text, 'first', texts)).toThrow('--from');
    },
  );
});
