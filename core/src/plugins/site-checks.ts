/** Looks from outside at a host of a platform: the addresses that DNS gives it, and the certificate that is shown there. Tests replace it. */
import { Resolver } from 'node:dns/promises';
import { connect, type TLSSocket } from 'node:tls';
import { isPublicAddress } from '@feira/plugin-kit/broker';
import fp from 'fastify-plugin';

/** The certificate of a host, as a browser would judge it; null where nothing answered by TLS. */
export interface ShownCertificate {
  isTrusted: boolean;
  validTo: string;
  issuer: string;
}

export interface SiteChecks {
  /** Returns an empty list where the host has no address, and null where DNS did not answer. */
  findAddresses(host: string): Promise<string[] | null>;
  /** Asks only public addresses, at the port of https. */
  readCertificate(host: string, address: string): Promise<ShownCertificate | null>;
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const HANDSHAKE_MS = 4_000;
const HTTPS_PORT = 443;
/** The resolver's codes for a name that does not exist, and for one without addresses of this kind. */
const NOTHING = ['ENOTFOUND', 'ENODATA'];

export function createFindAddresses(servers: string[] = []): SiteChecks['findAddresses'] {
  return async (host) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const answers = await Promise.all(
      [resolver.resolve4(host), resolver.resolve6(host)].map((asked) =>
        asked.catch((error: NodeJS.ErrnoException) => (NOTHING.includes(error.code ?? '') ? [] : null)),
      ),
    );
    const found = answers.flatMap((addresses) => addresses ?? []);
    return found.length === 0 && answers.includes(null) ? null : found;
  };
}

interface HandshakeRules {
  port: number;
  isAllowed(address: string): boolean;
}

/**
 * The address is asked that DNS gave before, so that a name cannot lead to another machine in between. Private addresses are not asked: the
 * owner of a name must not look around in the server's network.
 */
export function createReadCertificate({ port, isAllowed }: HandshakeRules): SiteChecks['readCertificate'] {
  return (host, address) => {
    if (!isAllowed(address)) return Promise.resolve(null);
    return new Promise((resolve) => {
      const socket = connect({ host: address, port, servername: host, rejectUnauthorized: false });
      const end = (shown: ShownCertificate | null) => {
        clearTimeout(deadline);
        socket.destroy();
        resolve(shown);
      };
      const deadline = setTimeout(() => end(null), HANDSHAKE_MS);
      socket.once('secureConnect', () => end(describe(socket)));
      socket.once('error', () => end(null));
      socket.once('close', () => end(null));
    });
  };
}

function describe(socket: TLSSocket): ShownCertificate | null {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return null;
  const issuer = /^(?:O|CN)=(.*)$/m.exec(certificate.issuer)?.[1] ?? '';
  return { isTrusted: socket.authorized, validTo: certificate.validToDate.toISOString(), issuer: issuer.slice(0, 200) };
}

declare module 'fastify' {
  interface FastifyInstance {
    siteChecks: SiteChecks;
  }
}

export default fp<{ siteChecks?: SiteChecks }>(
  async (app, options) => {
    const checks: SiteChecks = {
      findAddresses: createFindAddresses(),
      readCertificate: createReadCertificate({ port: HTTPS_PORT, isAllowed: isPublicAddress }),
    };
    app.decorate('siteChecks', options.siteChecks ?? checks);
  },
  { name: 'site-checks' },
);
