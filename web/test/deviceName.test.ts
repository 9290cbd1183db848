import { expect, test } from 'vitest';
import { deviceName } from '../src/screens/profile/deviceName.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${WINDOWS} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Windows 10/11 · Edge 126'],
  [`${WINDOWS} Chrome/126.0.0.0 Safari/537.36`, 'Windows 10/11 · Chrome 126'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Linux · Firefox 128'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'iPhone iOS 17 · Safari 17',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', ''],
])('%s', (agent, name) => expect(deviceName(agent)).toBe(name));
