import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Painter } from '../../src/tui/terminal/painter.ts';
import { PreRenderedLines } from '../../src/tui/terminal/preRenderedLines.ts';

/** A terminal to paint on; records the written output. */
function easel(cols: number, rows: number) {
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  const written: string[] = [];
  const drains: (() => void)[] = [];
  const canvas = {
    columns: cols,
    rows,
    full: false,
    write(text: string) {
      written.push(text);
      terminal.write(text);
      return !canvas.full;
    },
    once: (_event: 'drain', listener: () => void) => drains.push(listener),
  };
  const verbatim = new PreRenderedLines();
  const painter = new Painter(canvas, verbatim);
  painter.resume();
  return {
    painter,
    verbatim,
    canvas,
    written,
    drain: () => {
      for (const listener of drains.splice(0)) listener();
    },
    async paint(frame: string) {
      painter.paint(frame);
      await Promise.resolve();
    },
    async screen() {
      await new Promise<void>((resolve) => terminal.write('', resolve));
      return Array.from({ length: rows }, (_, y) =>
        (terminal.buffer.active.getLine(y)?.translateToString(true) ?? '').trimEnd(),
      );
    },
    cursor: () => ({ x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY }),
  };
}

describe('frames', () => {
  const line = fc.oneof(
    fc.constantFrom('', '水电站', 'ab', '──────────', '水水水水水', '123456789012'),
    fc.string({ unit: fc.constantFrom('a', '水', ' ', 'é'), maxLength: 6 }),
  );
  const frame = fc.array(line, { minLength: 4, maxLength: 4 });

  test('the screen shows the last frame', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 6 }), async (frames) => {
        const { paint, screen } = easel(12, 4);
        for (const one of frames) await paint(one.join('\n'));
        expect(await screen()).toEqual((frames.at(-1) ?? []).map((text) => text.trimEnd()));
      }),
      { numRuns: 60 },
    );
  });

  test('only changed lines are written, in one write', async () => {
    const { paint, written } = easel(20, 3);
    await paint('one\ntwo\nthree');
    written.length = 0;
    await paint('one\nTWO\nthree');
    expect(written).toEqual(['\u001b[?2026h\u001b[2;1HTWO\u001b[K\u001b[?2026l']);
    written.length = 0;
    await paint('one\nTWO\nthree');
    expect(written).toEqual([]);
  });

  test('frames of one moment are merged; a slow terminal gets the newest', async () => {
    const { painter, paint, canvas, written, drain, screen } = easel(20, 2);
    painter.paint('first');
    await paint('second');
    expect(written).toHaveLength(1);
    canvas.full = true;
    await paint('third');
    await paint('fourth');
    await paint('fifth');
    expect(written).toHaveLength(2);
    canvas.full = false;
    drain();
    expect(written).toHaveLength(3);
    expect(await screen()).toEqual(['fifth', '']);
  });

  test('nothing is written while another program has the terminal; afterwards everything is', async () => {
    const { painter, paint, written, screen } = easel(20, 2);
    await paint('before');
    painter.pause();
    await paint('meanwhile');
    expect(written).toHaveLength(1);
    painter.resume();
    await Promise.resolve();
    expect(written).toHaveLength(2);
    expect(await screen()).toEqual(['meanwhile', '']);
  });
});

test('the cursor is placed after the frame', async () => {
  const { painter, paint, screen, cursor, written } = easel(20, 3);
  painter.setCursor({ x: 4, y: 1 });
  await paint('a\nb\nc');
  await screen();
  expect(cursor()).toEqual({ x: 4, y: 1 });
  painter.setCursor(null);
  await Promise.resolve();
  expect(written.at(-1)).toContain('\u001b[?25l');
});

describe('pre-rendered lines', () => {
  test('keep their style in the frame', async () => {
    const { verbatim, paint, screen } = easel(20, 2);
    const slot = verbatim.take();
    if (slot === null) throw new Error('no place');
    await paint(`\u001b[1m${verbatim.put(slot, '高冲二级水电站')}\u001b[22m\nend`);
    expect(await screen()).toEqual(['高冲二级水电站', 'end']);
    await paint(`${verbatim.put(slot, 'another')}\nend`);
    expect(await screen()).toEqual(['another', 'end']);
  });

  test('change with their content, and free places are reused', () => {
    const verbatim = new PreRenderedLines();
    const slot = verbatim.take();
    if (slot === null) throw new Error('no place');
    const first = verbatim.put(slot, 'one');
    expect(verbatim.put(slot, 'one')).toBe(first);
    expect(verbatim.put(slot, 'two')).not.toBe(first);
    verbatim.give(slot);
    expect(verbatim.take()).toBe(slot);
    expect(verbatim.expand(first)).toBe(first);
  });
});

describe('boxes over the page', () => {
  const PAGE = ['head', '水水水水水水', '123456789012', 'foot'];

  test('stand on it, the page beside them is dimmed, and cursor and clicks are in the box', async () => {
    const { painter, paint, screen, cursor, written } = easel(12, 4);
    const box = { from: 4, x: 3, y: 1, width: 5, height: 2 };
    const remove = painter.addFloats({
      boxes: () => [box],
      top: 1,
      bottom: 3,
      dim: (text) => `\u001b[2m${text}\u001b[22m`,
    });
    painter.setCursor({ x: 1, y: 5 });
    await paint([...PAGE, '╭───╮', '│x'].join('\n'));
    expect(await screen()).toEqual(['head', '水 ╭───╮水水', '123│x   9012', 'foot']);
    expect(cursor()).toEqual({ x: 4, y: 2 });
    expect(written.join('')).toContain('\u001b[2m水 \u001b[22m╭───╮');
    expect(painter.inFrame({ x: 4, y: 2 })).toEqual({ x: 1, y: 5 });
    expect(painter.inFrame({ x: 2, y: 2 })).toEqual({ x: 2, y: 2 });
    // Another page, as the sign-in, hides the box with its own.
    await paint(['a', 'b', 'c', 'd'].join('\n'));
    expect(await screen()).toEqual(['a', 'b', 'c', 'd']);
    remove();
    await paint([...PAGE, '╭───╮', '│x'].join('\n'));
    expect(await screen()).toEqual(PAGE);
  });
});
