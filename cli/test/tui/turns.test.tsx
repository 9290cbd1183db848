import { Text } from 'ink';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { useKeyboard, useKeys } from '../../src/tui/keys/useKeys.ts';
import { stage } from './stage.tsx';

/** Increments the number that it last rendered, and blocks for 20 ms after each frame. */
function Counter() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const end = performance.now() + 20;
    while (performance.now() < end);
  });
  useKeys({ places: ['list'], handlers: { sort: () => setCount(count + 1) } });
  return <Text>{count}</Text>;
}

test('each of several keys pressed together sees the effect of the previous one', async () => {
  const { send, lines } = stage(<Counter />);
  await send('sssss');
  expect(lines()).toEqual(['5']);
});

/** Ten rows; only the fifth can be sorted. */
function Rows({ onSort, onRefused }: { onSort(): void; onRefused(reason: string): void }) {
  const { keyboard } = useKeyboard();
  const [row, setRow] = useState(1);
  useEffect(() => {
    keyboard.onRefused = onRefused;
  }, [keyboard, onRefused]);
  useKeys({
    places: ['list'],
    handlers: { down: () => setRow((at) => at + 1), sort: onSort },
    unmet: { sortable: row === 5 ? null : `not row ${row}` },
  });
  return <Text>{row}</Text>;
}

test('a key pressed together with movements is judged by the row that they lead to', async () => {
  const [sorted, refused]: [string[], string[]] = [[], []];
  const { send, lines } = stage(
    <Rows onSort={() => sorted.push('sorted')} onRefused={(reason) => refused.push(reason)} />,
  );
  await send('jjjjs');
  expect([lines(), sorted, refused]).toEqual([['5'], ['sorted'], []]);
  await send('js');
  expect([lines(), sorted, refused]).toEqual([['6'], ['sorted'], ['not row 6']]);
});
