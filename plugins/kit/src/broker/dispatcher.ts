/** Holds the connection pools: one for all calls without certificates of their own, one for each set of them of a connection. */
import type { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates } from 'node:tls';
import type { ClientCertificate } from '@feira/schemas/manifest';
import type { Agent } from 'undici';
import { ProviderError } from '../errors.ts';
import type { Clock, Settings } from '../host.ts';
import { findCredential } from './credentials.ts';
import { createEgressAgent, type EgressOptions } from './egress.ts';
import { readPresentedCertificate } from './presented-certificate.ts';

export interface DispatcherOptions {
  clientCertificate?: ClientCertificate | null;
  /** The credential with the provider's own certificate authority. */
  certificateAuthority?: string;
  secrets: ReadonlyMap<string, string>;
  settings: Settings;
  clock: Clock;
  allowPrivateHosts: boolean;
}

const shared = new Map<boolean, Agent>();

/** Answers the pool for a base of a connection; throws a ProviderError when its certificates cannot be used. */
export function getDispatcherFor(options: DispatcherOptions): () => Agent {
  const { clientCertificate, certificateAuthority, allowPrivateHosts, secrets, settings } = options;
  if (!clientCertificate && findCredential(secrets, settings, certificateAuthority) === undefined) {
    return () => {
      let agent = shared.get(allowPrivateHosts);
      agent ??= createEgressAgent({ allowPrivateHosts });
      shared.set(allowPrivateHosts, agent);
      return agent;
    };
  }
  let own: { agent: Agent; certificate?: X509Certificate } | undefined;
  return () => {
    own ??= createCertifiedAgent(options);
    if (own.certificate) checkDates(own.certificate, options.clock.now());
    return own.agent;
  };
}

function createCertifiedAgent(options: DispatcherOptions): { agent: Agent; certificate?: X509Certificate } {
  const { clientCertificate, allowPrivateHosts } = options;
  const tls = { ...readIdentity(options), ...readAuthority(options) };
  try {
    const context = createSecureContext(tls);
    const certificate = clientCertificate ? readPresentedCertificate(context) : undefined;
    return { agent: createEgressAgent({ allowPrivateHosts, tls }), certificate };
  } catch (cause) {
    const [name, advice] = clientCertificate
      ? [
          clientCertificate.certificate,
          'upload a PEM certificate with its matching private key, or a PKCS#12 file with its passphrase',
        ]
      : [options.certificateAuthority, 'upload the certificate of the authority as PEM'];
    throw new ProviderError('UNAUTHORIZED', 'NOT_SENT', `Certificate "${name}" cannot be used: ${advice}.`, { cause });
  }
}

/** Reads the certificate of the client. Fields that are declared besides it may be left empty: a PKCS#12 file needs no key, a PEM pair seldom a passphrase. */
function readIdentity({ clientCertificate: names, secrets, settings }: DispatcherOptions): EgressOptions['tls'] {
  if (!names) return {};
  const stored = findCredential(secrets, settings, names.certificate);
  if (stored === undefined) {
    const cause = new Error(`${names.certificate} is required`);
    throw new ProviderError('UNAUTHORIZED', 'NOT_SENT', 'Unauthorized.', { cause });
  }
  const passphrase = findCredential(secrets, settings, names.passphrase);
  return stored.includes('-----BEGIN')
    ? { cert: stored, key: findCredential(secrets, settings, names.privateKey) ?? stored, passphrase }
    : { pfx: Buffer.from(stored, 'base64'), passphrase };
}

/** The provider's own authority is trusted besides the public ones. */
function readAuthority({ certificateAuthority, secrets, settings }: DispatcherOptions): EgressOptions['tls'] {
  const authority = findCredential(secrets, settings, certificateAuthority);
  return authority === undefined ? {} : { ca: [...getCACertificates('default'), authority] };
}

function checkDates(certificate: X509Certificate, now: Date): void {
  const isEarly = now.getTime() < Date.parse(certificate.validFrom);
  if (!isEarly && now.getTime() <= Date.parse(certificate.validTo)) return;
  const state = isEarly ? `not valid before ${certificate.validFrom}` : `expired on ${certificate.validTo}`;
  throw new ProviderError('UNAUTHORIZED', 'NOT_SENT', `The client certificate is ${state}: upload a valid one.`);
}
