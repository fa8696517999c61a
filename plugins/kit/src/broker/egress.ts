/** Guards the way to the internet: refuses addresses inside the host's own network, by every name that leads there. */
import { lookup as lookupDns } from 'node:dns';
import { createRequire } from 'node:module';
import { isIP, type LookupFunction } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import ipaddr from 'ipaddr.js';
import type { Agent, buildConnector } from 'undici';

/** Loaded with the first agent, because a node starts without one. */
const loadUndici = () => createRequire(import.meta.url)('undici') as typeof import('undici');

export interface EgressOptions {
  /** Only for tests and local simulators: plain http and private addresses are let through. */
  allowPrivateHosts: boolean;
  connectTimeoutMs?: number;
  /** Client certificate and the like. */
  tls?: Pick<ConnectionOptions, 'cert' | 'key' | 'pfx' | 'passphrase' | 'ca'>;
}

/** Ranges that count as unicast and are not public: IPv4 written as IPv6 without a prefix, and the host of virtual machines at Azure. */
const NOT_PUBLIC = [ipaddr.parseCIDR('::/96'), ipaddr.parseCIDR('168.63.129.16/32')];

/** True for addresses of the public internet; private, loopback, link-local, translated and reserved ranges are not. */
export function isPublicAddress(address: string): boolean {
  try {
    const parsed = ipaddr.process(address);
    const isIn = ([network, bits]: (typeof NOT_PUBLIC)[number]) =>
      parsed.kind() === network.kind() && parsed.match(network, bits);
    return parsed.range() === 'unicast' && !NOT_PUBLIC.some(isIn);
  } catch {
    return false;
  }
}

const connectFailures = new WeakSet<object>();
/** True when this very error happened before a connection stood, so that nothing can have been sent. */
export const isConnectFailure = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && connectFailures.has(error);

class BlockedAddress extends Error {
  readonly code = 'EGRESS_BLOCKED';
}

const filterLookup: LookupFunction = (hostname, options, callback) => {
  lookupDns(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    // One private address among public ones is enough to refuse: the next connection might take that one.
    const blocked = addresses.find(({ address }) => !isPublicAddress(address));
    if (blocked) return callback(new BlockedAddress(`${hostname} leads to an address that is not public.`), '', 0);
    if (options.all) return callback(null, addresses);
    const first = addresses[0];
    return callback(
      first ? null : new BlockedAddress(`${hostname} has no address.`),
      first?.address ?? '',
      first?.family,
    );
  });
};

/**
 * An undici agent for `fetch(…, { dispatcher })`. A lookup hook alone is not enough (it is never called for literal
 * addresses), so literals, every DNS answer and the connected peer are checked.
 */
export function createEgressAgent(options: EgressOptions): Agent {
  const { allowPrivateHosts, connectTimeoutMs = 10_000, tls } = options;
  const undici = loadUndici();
  const connect = undici.buildConnector({
    timeout: connectTimeoutMs,
    ...tls,
    ...(allowPrivateHosts ? {} : { lookup: filterLookup }),
  } as buildConnector.BuildOptions);

  const connectGuarded: buildConnector.connector = (target, callback) => {
    const fail = (error: Error) => {
      connectFailures.add(error);
      callback(error, null);
    };
    if (!allowPrivateHosts) {
      const literal = target.hostname.replace(/^\[|\]$/g, '');
      if (target.protocol !== 'https:') return fail(new BlockedAddress('Only https addresses may be called.'));
      if (isIP(literal) && !isPublicAddress(literal)) return fail(new BlockedAddress('The address is not public.'));
    }
    connect(target, (...[error, socket]) => {
      if (error) return fail(error);
      if (!allowPrivateHosts && !isPublicAddress(socket.remoteAddress ?? '')) {
        socket.destroy();
        return fail(new BlockedAddress('The connected peer is not public.'));
      }
      callback(null, socket);
    });
  };
  // Deadlines are the caller's (one for the whole call); undici's own would only cut long ones short.
  return new undici.Agent({ connect: connectGuarded, connections: 128, headersTimeout: 0, bodyTimeout: 0 });
}
