/** Runs a server that speaks S3 and checks signatures by code of its own, with one bucket in a temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error The package has no types.
import S3rver from '@20minutes/s3rver';

/** The keys of the server's only account. */
const KEY = 'S3RVER';

export interface S3Server {
  /** For S3_URL. */
  url: string;
  /** The address of the bucket, which serves every object without a signature. */
  bucketUrl: string;
  close(): Promise<void>;
}

export async function openS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'feira-s3-'));
  const options = {
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'feira-test' }],
  };
  const server = new S3rver(options);
  const { port } = await server.run();
  const host = `127.0.0.1:${port}`;
  return {
    url: `http://${KEY}:${KEY}@${host}/feira-test?region=sa-east-1`,
    bucketUrl: `http://${host}/feira-test`,
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
