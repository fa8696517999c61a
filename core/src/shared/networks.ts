/** Decides which network counts as one caller, and which addresses are proxies that may speak for others. */
import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns an address as the database compares it: an IPv4 address is none of IPv6, however the socket is bound, and names no interface. */
export const addressOf = (ip: string): string => ipaddr.process(ip.replace(/%.*$/, '')).toString();

/** An IPv6 user has a whole /64 network, so the network is counted. */
export function networkOf(ip: string): string {
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4'
    ? address.toString()
    : `${(address as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`;
}

/** The neighbourhood of an address, which one person can often choose from: /24 of IPv4, /64 of IPv6. */
export function neighbourhoodOf(ip: string): string {
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? `${(address as ipaddr.IPv4).octets.slice(0, 3).join('.')}.0/24` : networkOf(ip);
}

/** The ranges that the names of private networks stand for in TRUST_PROXY. */
const RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns a function that says whether a connection comes from one of these proxies. */
export function createProxyCheck(proxies: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies.flatMap((name) => RANGES[name] ?? [name])) {
    const [address = '', bits] = proxy.split('/');
    const family = ipaddr.parse(address).kind();
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (ip) => {
    const address = ipaddr.process(ip);
    return list.check(address.toString(), address.kind());
  };
}
