import { networkOf, widerNetworksOf } from '@shp/server/os/ipKey';
import { expect, test } from 'vitest';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001::', '2001:db8:0:1::/64'],
  ['2001:db8:0:1:ffff::1', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
  ['no address', 'no address'],
])('%s has the key %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['192.0.2.7', null],
  ['::ffff:192.0.2.7', null],
  ['no address', null],
  ['2001:db8:0:1234:2:3:4:5', { network56: '2001:db8:0:1200::/56', network48: '2001:db8:0::/48' }],
  ['2001:db8::1', { network56: '2001:db8:0:0::/56', network48: '2001:db8:0::/48' }],
  ['2001:DB8:1:ff::', { network56: '2001:db8:1:0::/56', network48: '2001:db8:1::/48' }],
])('%s also has the keys of its wider networks', (address, wider) => {
  expect(widerNetworksOf(address)).toEqual(wider);
});
