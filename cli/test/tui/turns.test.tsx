import { Text } from 'ink';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { useKeys } from '../../src/tui/keys/useKeys.ts';
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
