import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** The first 64 bits: whoever has one address of IPv6 has all that begin so. */
const NETWORK = 4;

/** As whom an address counts where callers are counted: one of IPv6 as its whole network, any other as itself. */
export function networkOf(address: string): string {
  const old = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (old !== undefined) return old;
  if (!isIPv6(address)) return address;
  const [before, after = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const known = [...(before ?? []), ...after];
  // An address of IPv4 at the end stands for two groups.
  const count = known.length + (known.at(-1)?.includes('.') ? 1 : 0);
  const all = [...(before ?? []), ...Array<string>(GROUPS - count).fill('0'), ...after];
  const network = all.slice(0, NETWORK).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
