import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputParser, type Press } from '../../src/tui/terminal/input.ts';

function pressed(...chunks: string[]): Press[] {
  const presses: Press[] = [];
  const parser = new InputParser((press) => presses.push(press));
  for (const chunk of chunks) parser.push(chunk);
  parser.reset();
  return presses;
}

const names = (presses: readonly Press[]) => presses.map((press) => (press.kind === 'key' ? press.name : 'paste'));

describe('keys', () => {
  test.each([
    ['\u001b[A', 'up'],
    ['\u001bOB', 'down'],
    ['\u001b[1;5C', 'right'],
    ['\u001b[5~', 'pageup'],
    ['\u001b[6~', 'pagedown'],
    ['\u001b[H', 'home'],
    ['\u001b[4~', 'end'],
    ['\u001b[Z', 'shift-tab'],
    ['\t', 'tab'],
    ['\r', 'enter'],
    [' ', 'space'],
    ['\u007f', 'backspace'],
    ['\u0003', 'ctrl-c'],
    ['\u001a', 'ctrl-z'],
    ['A', 'A'],
    ['?', '?'],
  ])('%j is %s', (sent, name) => {
    expect(names(pressed(sent))).toEqual([name]);
  });

  test('characters carry their text one by one, Chinese ones too', () => {
    expect(pressed('a水 电')).toEqual([
      { kind: 'key', name: 'a', text: 'a' },
      { kind: 'key', name: '水', text: '水' },
      { kind: 'key', name: 'space', text: ' ' },
      { kind: 'key', name: '电', text: '电' },
    ]);
  });

  test('replies of the terminal are not keys', () => {
    expect(names(pressed('\u001b[?62;22ca\u001b[12;40Rb'))).toEqual(['a', 'b']);
    expect(names(pressed('\u001b]11;rgb:00/q\u0007a\u001bP>|xterm(q)\u001b\\b'))).toEqual(['a', 'b']);
  });

  test('Escape alone is recognized after a delay, before the next key', async () => {
    const presses: Press[] = [];
    const told = new Promise<void>((resolve) => {
      new InputParser((press) => {
        presses.push(press);
        resolve();
      }).push('\u001b');
    });
    expect(presses).toEqual([]);
    await told;
    expect(names(presses)).toEqual(['escape']);
    expect(names(pressed('\u001bq'))).toEqual(['escape', 'q']);
  });
});

describe('pasted text', () => {
  test('is one piece with any content', () => {
    expect(pressed('x\u001b[200~桂林\nq\u001b[A\u001b[201~y')).toEqual([
      { kind: 'key', name: 'x', text: 'x' },
      { kind: 'paste', text: '桂林\nq\u001b[A' },
      { kind: 'key', name: 'y', text: 'y' },
    ]);
  });
});

test('however the connection splits it, the keys are the same', () => {
  const piece = fc.constantFrom(
    '\u001b[A',
    '\u001b[6~',
    'j',
    '水',
    ' ',
    '\r',
    '\u001b[200~q\n桂\u001b[201~',
    '\u001b[Z',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat({ max: 200 }), { maxLength: 8 }),
      (pieces, cuts) => {
        const whole = pieces.join('');
        const places = [...new Set(cuts.filter((at) => at > 0 && at < whole.length))].sort((a, b) => a - b);
        const chunks = [0, ...places].map((from, index) => whole.slice(from, places[index] ?? whole.length));
        expect(pressed(...chunks)).toEqual(pressed(whole));
      },
    ),
  );
});
