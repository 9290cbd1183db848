import { lookup } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const own = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  own.addSubnet(network, bits, 'ipv4');

/** Only this part of IPv6 is the public internet. In it, these ranges lead to other networks or to an IPv4 address. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
const special = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');

/** Whether an address is not one of the public internet. */
export function isOwnNetwork(address: string): boolean {
  if (isIP(address) === 4) return own.check(address, 'ipv4');
  const bare = address.split('%')[0] ?? '';
  return !global.check(bare, 'ipv6') || special.check(bare, 'ipv6');
}

/** A webhook's address is in the server's own network. */
export class OwnNetwork extends Error {
  override readonly name = 'OwnNetwork';
  constructor() {
    super('the address is on an own network');
  }
}

/** The host of an address, an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Whether a host is, or resolves to, an address of the own network. A name that does not resolve yet passes. */
export async function resolvesToOwnNetwork(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return isOwnNetwork(host);
  const found = await resolve(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isOwnNetwork(address));
}

/**
 * Resolves a name for a connection, and refuses addresses of the own network: the connection uses the checked address,
 * so the name cannot change in between.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    const [first] = found;
    if (!first || found.some(({ address }) => isOwnNetwork(address))) return callback(new OwnNetwork(), []);
    if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
