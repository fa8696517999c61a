/** Says whether a host of a platform leads here, and whether browsers trust what it shows. Nothing is kept. */
import type { Output } from '@feira/schemas/procedure';
import type { getDomainState } from '@feira/schemas/procedures/settings';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { isLocalHost } from '../../shared/local-host.ts';
import { selectHosts } from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'config' | 'siteChecks' | 'clock'>;
type State = Output<typeof getDomainState>;

const ENDING_DAYS = 15;
const DAY_MS = 86_400_000;
const NO_CERTIFICATE = { certificateEndsAt: null, issuer: null } as const;

/** Only the platform's own hosts are looked at: a host that was merely claimed may be anybody's. */
export async function readDomainState(app: App, platformId: string, text: string): Promise<State> {
  const host = text.trim().toLowerCase();
  const hosts = await app.database.list(platformId, selectHosts(platformId), true);
  if (!hosts.some((known) => known.host === host)) throw new AppError('DOMAIN_NOT_FOUND', { fields: ['host'] });
  const { hostname: target } = new URL(app.config.publicUrl);
  const targets = isLocalHost(target) ? [] : ((await app.siteChecks.findAddresses(target)) ?? []);
  const aim = { target, targetAddresses: targets };
  if (host === '*' || isLocalHost(host))
    return { ...aim, addresses: [], dns: 'LOCAL', certificate: 'UNKNOWN', ...NO_CERTIFICATE };
  const addresses = await app.siteChecks.findAddresses(host);
  const dns = judgeDns({ host, target, addresses, targets });
  const [first] = addresses ?? [];
  if (!first) return { ...aim, addresses: [], dns, certificate: 'UNKNOWN', ...NO_CERTIFICATE };
  return { ...aim, addresses: addresses ?? [], dns, ...(await readCertificate(app, host, first)) };
}

interface Found {
  host: string;
  target: string;
  addresses: string[] | null;
  targets: string[];
}

function judgeDns({ host, target, addresses, targets }: Found): State['dns'] {
  if (addresses === null) return 'UNKNOWN';
  if (addresses.length === 0) return 'MISSING';
  if (host === target) return 'HERE';
  // Behind a proxy such as a CDN, a host leads here by other addresses than those of the target.
  return addresses.some((address) => targets.includes(address)) ? 'HERE' : 'ELSEWHERE';
}

async function readCertificate(
  { siteChecks, clock }: App,
  host: string,
  address: string,
): Promise<Pick<State, 'certificate' | 'certificateEndsAt' | 'issuer'>> {
  const shown = await siteChecks.readCertificate(host, address);
  if (!shown) return { certificate: 'MISSING', ...NO_CERTIFICATE };
  const { isTrusted, validTo, issuer } = shown;
  const leftMs = Date.parse(validTo) - clock.now().getTime();
  const trusted = leftMs < ENDING_DAYS * DAY_MS ? 'ENDING' : 'TRUSTED';
  return { certificate: isTrusted ? trusted : 'UNTRUSTED', certificateEndsAt: validTo, issuer };
}
