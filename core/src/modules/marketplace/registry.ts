/**
 * Fetches one exact tarball from an npm registry. The caller checks its sha512, so the registry need not be trusted. This file only keeps
 * the registry from reaching our own network, filling the memory or blocking the caller.
 */
import { createEgressAgent } from '@feira/plugin-kit/broker';
import { AppError } from '../../plugins/errors.ts';
import { ARCHIVE_LIMITS } from '../../shared/package-archive.ts';

export interface Registry {
  /** Without a trailing slash. */
  url: string;
  /** True if the server's owner configured it. Such a registry may stand in the private network and use plain http. */
  isOwn: boolean;
  deadlineMs?: number;
}

/** For metadata and tarball together. */
const DEADLINE_MS = 30_000;
/** Enough for the hundreds of versions of a large package. */
const METADATA_BYTES = 8 * 1024 * 1024;
const MOST_REDIRECTS = 3;

type Fetch = (address: string, accept: string, limit: number) => Promise<Buffer | 'MISSING' | 'TOO_LARGE'>;

/** Returns the bytes. Throws REGISTRY_UNAVAILABLE, or PACKAGE_NOT_PUBLISHED with the name of the wrong field. */
export async function fetchPackage(registry: Registry, name: string, version: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(registry.deadlineMs ?? DEADLINE_MS);
  const fetchBytes: Fetch = (address, accept, limit) => fetchFollowing(registry, address, { accept, limit, signal });
  const metadata = await fetchBytes(
    `${registry.url}/${name.replace('/', '%2f')}`,
    'application/vnd.npm.install-v1+json, application/json;q=0.9',
    METADATA_BYTES,
  );
  if (metadata === 'MISSING') throw new AppError('PACKAGE_NOT_PUBLISHED', { fields: ['source.name'] });
  if (metadata === 'TOO_LARGE') throw unavailable('Its description of the package is too large.');
  const address = findTarball(metadata, version);
  if (address === null) throw new AppError('PACKAGE_NOT_PUBLISHED', { fields: ['source.version'] });
  const tarball = await fetchBytes(address, 'application/octet-stream, */*;q=0.1', ARCHIVE_LIMITS.packedBytes);
  if (tarball === 'MISSING') throw new AppError('PACKAGE_NOT_PUBLISHED', { fields: ['source.version'] });
  if (tarball === 'TOO_LARGE') throw tooLarge();
  return tarball;
}

const unavailable = (cause: unknown) => new AppError('REGISTRY_UNAVAILABLE', { cause });

const tooLarge = () => {
  const mebibytes = ARCHIVE_LIMITS.packedBytes / 1024 / 1024;
  return new AppError('PACKAGE_NOT_PUBLISHED', {
    reasons: {
      'source.version': {
        'pt-BR': `O pacote publicado passa de ${mebibytes} MiB: publique um menor`,
        en: `The published package is larger than ${mebibytes} MiB: publish a smaller one`,
      },
    },
  });
};

/** Returns null when the version is not published. Throws when no registry answers like this. */
function findTarball(metadata: Buffer, version: string): string | null {
  let answer: { versions?: Record<string, { dist?: { tarball?: unknown } }> };
  try {
    answer = JSON.parse(metadata.toString('utf8'));
  } catch (error) {
    throw unavailable(error);
  }
  const versions = answer?.versions;
  if (typeof versions !== 'object' || versions === null) throw unavailable('It answered no list of versions.');
  if (!Object.hasOwn(versions, version)) return null;
  const tarball = versions[version]?.dist?.tarball;
  if (typeof tarball !== 'string' || !URL.canParse(tarball)) throw unavailable('It names no address of the tarball.');
  return tarball;
}

interface Wanted {
  accept: string;
  limit: number;
  signal: AbortSignal;
}

/** Follows redirects. Every address is checked by the same egress agent as those of providers. */
async function fetchFollowing(registry: Registry, start: string, wanted: Wanted): ReturnType<Fetch> {
  let address = new URL(start);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const answer = await fetchOnce(registry, address, wanted);
    if (!(answer instanceof URL)) return answer;
    address = answer;
  }
  throw unavailable('It sent us from one address to the next.');
}

async function fetchOnce(
  registry: Registry,
  address: URL,
  { accept, limit, signal }: Wanted,
): Promise<Buffer | 'MISSING' | 'TOO_LARGE' | URL> {
  const allowPrivateHosts = registry.isOwn && address.origin === new URL(registry.url).origin;
  const agent = createEgressAgent({ allowPrivateHosts });
  try {
    // A decompressed tarball would not have the expected digest.
    const headers = { accept, 'accept-encoding': 'identity' };
    const init = { headers, redirect: 'manual', signal, dispatcher: agent };
    const response = await fetch(address, init as unknown as RequestInit);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) return new URL(location, address);
    if (response.status === 404) return 'MISSING';
    if (response.status !== 200) throw new Error(`It answered ${response.status}.`);
    return await readCapped(response, limit);
  } catch (error) {
    throw unavailable(error);
  } finally {
    await agent.destroy();
  }
}

async function readCapped(response: Response, limit: number): Promise<Buffer | 'TOO_LARGE'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) return 'TOO_LARGE';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
