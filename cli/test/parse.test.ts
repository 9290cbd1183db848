import { describe, expect, test } from 'vitest';
import { command } from '../src/command/command.ts';
import { parse } from '../src/command/parse.ts';
import { loadTexts } from '../src/lib/texts.ts';

const texts = await loadTexts('en');

describe('arguments after a repeated one', () => {
  const copy = command({
    name: 'copy',
    summary: () => '',
    args: [{ name: 'FILE', many: true }, { name: 'FOLDER' }, { name: 'MODE', choices: ['keep', 'move'] }],
    options: {},
    examples: [],
    async run() {},
  });

  test('keep their order', () => {
    expect(parse(copy, ['a', 'b', 'c', 'there', 'keep'], texts).args).toEqual([['a', 'b', 'c'], 'there', 'keep']);
    expect(parse(copy, ['a', 'there', 'move'], texts).args).toEqual([['a'], 'there', 'move']);
  });

  test('are validated and required by name', () => {
    expect(() => parse(copy, ['a', 'keep', 'there'], texts)).toThrow('MODE: there is not one of keep, move');
    expect(() => parse(copy, ['a', 'there'], texts)).toThrow('missing argument: MODE');
    expect(() => parse(copy, ['a'], texts)).toThrow('missing argument: FOLDER');
  });
});
