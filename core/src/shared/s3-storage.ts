/** Keeps files in a bucket of any service that speaks S3. */
import { AwsClient, AwsV4Signer } from 'aws4fetch';
import {
  DOWNLOAD_SECONDS,
  IMMUTABLE,
  KEY,
  type ObjectInfo,
  type Storage,
  toDisposition,
  UPLOAD_SECONDS,
} from './storage.ts';

export interface S3Settings {
  /** The address of the bucket, path-style and without credentials: https://s3.example.com/bucket. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** The address below which browsers load public objects, without a trailing slash. */
  publicUrl: string;
  /** True if public objects carry the ACL public-read. Without it, a policy of the bucket has to open images/. */
  isAclSent: boolean;
}

export interface BucketStorage extends Storage {
  kind: 'BUCKET';
}

/** A bucket in another region answers within this time, even to a large picture. */
const DEADLINE_MS = 15_000;
const RETRIES = 2;

/** Throws on every answer that is neither a success nor expected. The error names the operation and never an address, which is signed. */
class S3Error extends Error {
  override readonly name = 'S3Error';
  constructor(operation: string, reason: string, options?: ErrorOptions) {
    super(`The storage refused to ${operation}: ${reason}.`, options);
  }
}

export function createS3Storage(
  { url, accessKeyId, secretAccessKey, region, publicUrl, isAclSent }: S3Settings,
  clock: { now(): Date },
): BucketStorage {
  const credentials = { accessKeyId, secretAccessKey, service: 's3', region };
  const client = new AwsClient({ ...credentials, retries: RETRIES });
  const datetime = () =>
    clock
      .now()
      .toISOString()
      .replace(/[:-]|\.\d{3}/g, '');

  const addressOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error('This is no key of a stored object.');
    return `${url}/${key}`;
  };
  const headersOf = ({ contentType, isPublic }: ObjectInfo): Record<string, string> => ({
    'content-type': contentType,
    ...(isPublic && { 'cache-control': IMMUTABLE }),
    ...(isPublic && isAclSent && { 'x-amz-acl': 'public-read' }),
  });
  async function send(operation: string, key: string, init: RequestInit & { method: string }, expected: number[] = []) {
    const answer = await client
      .fetch(addressOf(key), { ...init, signal: AbortSignal.timeout(DEADLINE_MS), aws: { datetime: datetime() } })
      .catch((cause: unknown) => {
        throw new S3Error(operation, 'it does not answer', { cause });
      });
    if (answer.ok || expected.includes(answer.status)) return answer;
    await answer.body?.cancel();
    throw new S3Error(operation, `status ${answer.status}`);
  }
  async function sign(
    method: string,
    key: string,
    seconds: number,
    options: { headers?: Record<string, string>; query?: Record<string, string> },
  ): Promise<string> {
    const address = new URL(addressOf(key));
    address.searchParams.set('X-Amz-Expires', String(seconds));
    for (const [name, value] of Object.entries(options.query ?? {})) address.searchParams.set(name, value);
    const { headers = {} } = options;
    const request = { method, url: address.href, headers, signQuery: true, allHeaders: true, datetime: datetime() };
    const signed = await new AwsV4Signer({ ...credentials, ...request }).sign();
    // Not every service reads a plus as the blank that URL means by it.
    return signed.url.href.replaceAll('+', '%20');
  }

  return {
    kind: 'BUCKET',
    async signUpload(key, { bytes, ...info }) {
      const headers = headersOf(info);
      // Browsers set the length themselves; as it is signed, a file of another size is refused.
      const signed = { ...headers, 'content-length': String(bytes) };
      return { url: await sign('PUT', key, UPLOAD_SECONDS, { headers: signed }), headers };
    },
    signDownload: (key, { contentType, name }) =>
      sign('GET', key, DOWNLOAD_SECONDS, {
        query: { 'response-content-type': contentType, 'response-content-disposition': toDisposition(name) },
      }),
    publicUrl: (key) => `${publicUrl}/${key}`,
    async read(key, firstBytes) {
      const range = { range: `bytes=0-${firstBytes - 1}` };
      const answer = await send('read a file', key, { method: 'GET', headers: range }, [404, 416]);
      const body = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 404) return null;
      if (answer.status === 416) return { bytes: 0, head: Buffer.alloc(0) };
      const total = answer.headers.get('content-range')?.split('/')[1];
      return { bytes: total ? Number(total) : body.length, head: body.subarray(0, firstBytes) };
    },
    async put(key, body, info) {
      await send('store a file', key, { method: 'PUT', body: new Uint8Array(body), headers: headersOf(info) });
    },
    async move(from, to, contentType) {
      const { pathname } = new URL(addressOf(from));
      const headers = {
        'x-amz-copy-source': pathname,
        'x-amz-metadata-directive': 'REPLACE',
        'content-type': contentType,
      };
      const answer = await send('move a file', to, { method: 'PUT', headers });
      // The service answers 200 before it copies, and says in the body what became of it.
      if (!(await answer.text()).includes('CopyObjectResult')) throw new S3Error('move a file', 'the copy failed');
      await send('remove a file', from, { method: 'DELETE' }, [404]);
    },
    async remove(keys) {
      for (const key of keys) await send('remove a file', key, { method: 'DELETE' }, [404]);
    },
    // A lifecycle rule of the bucket removes incoming/ after a day: see docs/uploads.md.
    removeAbandoned: async () => undefined,
  };
}
