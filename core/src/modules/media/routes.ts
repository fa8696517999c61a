/**
 * Takes and serves the files of a storage in a folder, and the pictures that a platform's owner put there by hand. With a bucket, browsers
 * send files to it and load them from it.
 */
import type { Readable } from 'node:stream';
import { CHANGING } from '@feira/schemas/limits';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { toDisposition } from '../../shared/storage.ts';

const BY_HAND = /^[A-Za-z0-9_-]{1,120}\.(svg|png|jpg|webp|avif)$/;
const KEY = /^[0-9a-f]{32}$/;
const PICTURE = /^[0-9]+(x[0-9]+)?\.(webp|jpg|png)$/;
/** Opened directly, a file is a document; nothing runs in it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export default fp(
  async (app) => {
    const { mediaDirectory } = app.config;
    if (!mediaDirectory) return;
    const open = { config: { access: { kind: 'public' }, anyHost: true }, schema: { hide: true } } as const;
    const sendPicture = (reply: FastifyReply, file: string) =>
      reply
        .header('content-security-policy', POLICY)
        .sendFile(file, mediaDirectory, { cacheControl: true, maxAge: '365d', immutable: true });

    app.route<{ Params: { file: string } }>({
      ...open,
      method: 'GET',
      url: '/media/:file',
      handler: ({ params: { file } }, reply) => (BY_HAND.test(file) ? sendPicture(reply, file) : reply.callNotFound()),
    });
    app.route<{ Params: { key: string; file: string } }>({
      ...open,
      method: 'GET',
      url: '/media/:key/:file',
      handler: ({ params: { key, file } }, reply) =>
        KEY.test(key) && PICTURE.test(file) ? sendPicture(reply, `images/${key}/${file}`) : reply.callNotFound(),
    });
    const { storage } = app;
    if (storage?.kind !== 'FOLDER') return;

    await app.register(async (scope) => {
      // The body is a file of any type, and goes to the disk as it arrives.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
      scope.route<{ Params: { '*': string }; Body: Readable | undefined }>({
        ...open,
        method: 'PUT',
        url: '/media/uploads/*',
        config: { ...open.config, limit: CHANGING },
        handler: async (request, reply) => {
          const permit = storage.readUpload(request.params['*']);
          if (!permit) throw new AppError('TOKEN_INVALID');
          const { 'content-type': type, 'content-length': length } = request.headers;
          if (type !== permit.contentType || Number(length) !== permit.bytes || !request.body)
            throw new AppError('UPLOAD_DIFFERS');
          if (!(await storage.receive(permit, request.body))) throw new AppError('UPLOAD_DIFFERS');
          return reply.send();
        },
      });
    });
    app.route<{ Params: { '*': string } }>({
      ...open,
      method: 'GET',
      url: '/media/files/*',
      handler: async (request, reply) => {
        const permit = storage.readDownload(request.params['*']);
        if (!permit) throw new AppError('TOKEN_INVALID');
        const file = await storage.openFile(permit.key);
        if (!file) return reply.callNotFound();
        return reply
          .headers({
            'content-type': permit.contentType,
            'content-length': file.bytes,
            'content-disposition': toDisposition(permit.name),
            'content-security-policy': POLICY,
            'cache-control': 'private, no-store',
          })
          .send(file.stream);
      },
    });
  },
  { name: 'media-routes', dependencies: ['config', 'documents', 'storage'] },
);
