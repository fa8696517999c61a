/** Holds the connection pools: one for all connections without a client certificate, one each for those with one. */
import type { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Manifest } from '@feira/schemas/manifest';
import type { Agent } from 'undici';
import { ProviderError } from '../errors.ts';
import type { Clock, Settings } from '../host.ts';
import { readCredential } from './authorizer.ts';
import { createEgressAgent, type EgressOptions } from './egress.ts';
import { readPresentedCertificate } from './presented-certificate.ts';

interface DispatcherOptions {
  manifest: Manifest;
  secrets: ReadonlyMap<string, string>;
  settings: Settings;
  clock: Clock;
  allowPrivateHosts: boolean;
}

const shared = new Map<boolean, Agent>();

/** Answers the pool for a connection; throws a ProviderError when its client certificate cannot be used. */
export function getDispatcherFor(options: DispatcherOptions): () => Agent {
  const { manifest, allowPrivateHosts } = options;
  if (!manifest.clientCertificate) {
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
  const names = options.manifest.clientCertificate!;
  const read = (name: string) => readCredential(options.secrets, options.settings, name);
  const stored = read(names.certificate);
  const passphrase = names.passphrase ? read(names.passphrase) : undefined;
  const isPem = stored.includes('-----BEGIN');
  const tls: EgressOptions['tls'] = isPem
    ? { cert: stored, key: names.privateKey ? read(names.privateKey) : stored, passphrase }
    : { pfx: Buffer.from(stored, 'base64'), passphrase };
  try {
    const certificate = readPresentedCertificate(createSecureContext(tls));
    const agent = createEgressAgent({ allowPrivateHosts: options.allowPrivateHosts, tls });
    return { agent, certificate };
  } catch (cause) {
    const advice = 'upload a PEM certificate with its matching private key, or a PKCS#12 file with its passphrase';
    throw new ProviderError(
      'UNAUTHORIZED',
      'NOT_SENT',
      `Certificate "${names.certificate}" cannot be used: ${advice}.`,
      {
        cause,
      },
    );
  }
}

function checkDates(certificate: X509Certificate, now: Date): void {
  const isEarly = now.getTime() < Date.parse(certificate.validFrom);
  if (!isEarly && now.getTime() <= Date.parse(certificate.validTo)) return;
  const state = isEarly ? `not valid before ${certificate.validFrom}` : `expired on ${certificate.validTo}`;
  throw new ProviderError('UNAUTHORIZED', 'NOT_SENT', `The client certificate is ${state}: upload a valid one.`);
}
