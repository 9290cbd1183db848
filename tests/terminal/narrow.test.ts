import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../cli/src/lib/width.ts';
import { desk, onDemoAsAdmin } from './demo.ts';
import { onTerminal } from './terminal.ts';

onDemoAsAdmin();

/** The lines that the command itself ends; the terminal would break longer ones. */
async function linesOf(args: readonly string[], cols: number): Promise<string[]> {
  const terminal = onTerminal(desk, args, { cols, rows: 200 });
  await terminal.ended;
  return stripVTControlCharacters(terminal.raw()).trimEnd().split('\r\n');
}

const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '');
/** Words, numbers, accounts and flags, with the marks that belong to them. */
const wordsOf = (text: string) => text.match(/[\u0021-\u02ff]+/g) ?? [];

const SENTENCES: [string, string[]][] = [
  ['an error with a list', ['assessments', 'list', '--fields', 'nonsense']],
  ['the nearest numbers', ['assessments', 'show', 'GXX']],
  ['missing flags', ['stations', 'add', '--account', 'x']],
  ['the page of backup', ['backup', '--help']],
  ['the page of doctor', ['help', 'doctor']],
  ['a page that is made anew', ['doctor', '--quiet', '--help']],
];

describe.each(['en', 'zh'])('on a terminal (%s)', (lang) => {
  test.each(SENTENCES)('%s wraps between words and loses none', async (_what, args) => {
    // Pages of the build are printed for a command line without further flags.
    desk.env.SHP_LANG = lang;
    const { out, err } = await desk.shp(args);
    const whole = (out + err).trimEnd();
    expect(whole.split('\n').some((line) => displayWidth(line) > 80)).toBe(true);
    for (const columns of [60, 80]) {
      const lines = await linesOf(args, columns);
      expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
      expect(lines.filter((line) => /^\s*[，。；：、！？）》]/.test(line))).toEqual([]);
      expect(withoutBlanks(lines.join('\n'))).toBe(withoutBlanks(whole));
      expect(lines.flatMap(wordsOf)).toEqual(wordsOf(whole));
    }
  });

  test('the note of hidden columns tears neither a flag nor a column', async () => {
    const lines = await linesOf(['assessments', 'list', '--size', '2', '--lang', lang], 80);
    const from = lines.findIndex((line) => /^(Hidden columns|终端宽度不足)/.test(line));
    const note = lines.slice(from, -1);
    expect(note).toHaveLength(2);
    expect(Math.max(...note.map(displayWidth))).toBeLessThanOrEqual(80);
    expect(note.flatMap((line) => line.match(/--\w+/g))).toEqual(expect.arrayContaining(['--fields', '--format']));
  });

  test.each([
    ['ratings', ['stats', 'ratings']],
    ['scores', ['stats', 'scores']],
    ['items', ['stats', 'scores', '--what', 'items']],
    ['findings', ['stats', 'findings']],
    ['findingItems', ['stats', 'findings', '--what', 'findingItems']],
    ['experts', ['stats', 'experts']],
  ])('the headings of figures (%s) are whole at 80 columns', async (_what, args) => {
    const lines = await linesOf([...args, '--lang', lang, '--quiet'], 80);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines[0]).not.toContain('…');
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(80);
  });
});

test('a word wider than the terminal stays whole, so that it can be copied', async () => {
  const word = 'frobnicate'.repeat(7);
  const lines = await linesOf([word, '--lang', 'en'], 60);
  expect(lines.slice(0, 3)).toEqual(['shp: unknown command:', word, 'See: shp help']);
});
