/**
 * Keeps uploaded files: in a bucket of S3 where S3_URL names one, otherwise in MEDIA_DIRECTORY. Browsers send files to signed addresses,
 * so that they need not pass through a procedure. Keys are made by the core: `incoming/…` for what a browser sent, `images/…` for pictures
 * that everybody may load, `files/…` for what needs a signed address.
 */
import fp from 'fastify-plugin';
import { createFolderStorage, type FolderStorage } from '../shared/folder-storage.ts';
import { type BucketStorage, createS3Storage } from '../shared/s3-storage.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Null where neither MEDIA_DIRECTORY nor S3_URL is set. */
    storage: FolderStorage | BucketStorage | null;
  }
}

export default fp(
  async (app) => {
    const { s3, mediaDirectory } = app.config;
    if (s3) app.decorate('storage', createS3Storage(s3, app.clock));
    else app.decorate('storage', mediaDirectory ? createFolderStorage(app.config, app.clock) : null);
  },
  { name: 'storage', dependencies: ['config', 'clock'] },
);
