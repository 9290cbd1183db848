import { isIPv6 } from 'node:net';

const GROUPS = 8;

/** The key for limits per address: the /64 of an IPv6 address, any other address itself. */
export function networkOf(address: string): string {
  const old = mappedIPv4(address);
  if (old !== undefined) return old;
  return isIPv6(address) ? prefixOf(groupsOf(address), 64) : address;
}

/** The wider networks of an IPv6 address: providers give customers a /56 or a /48. Null for other addresses. */
export function widerNetworksOf(address: string): { network56: string; network48: string } | null {
  if (mappedIPv4(address) !== undefined || !isIPv6(address)) return null;
  const groups = groupsOf(address);
  return { network56: prefixOf(groups, 56), network48: prefixOf(groups, 48) };
}

function mappedIPv4(address: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
}

function groupsOf(address: string): number[] {
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  // A trailing IPv4 address stands for two groups.
  const count = before.length + after.length + ([...before, ...after].at(-1)?.includes('.') ? 1 : 0);
  const all = [...before, ...Array<string>(GROUPS - count).fill('0'), ...after];
  return all.map((group) => Number.parseInt(group, 16));
}

function prefixOf(groups: readonly number[], bits: 64 | 56 | 48): string {
  const prefix = groups
    .slice(0, Math.ceil(bits / 16))
    .map((group, at) => (bits < (at + 1) * 16 ? group & 0xff00 : group));
  return `${prefix.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
