/**
 * Serves public marketing pictures. They are named by the digest of their content, so they never change. Documents of people are never
 * stored here.
 */
import fp from 'fastify-plugin';

const NAME = /^[A-Za-z0-9_-]{1,120}\.(svg|png|jpg|webp|avif)$/;

export default fp(
  async (app) => {
    const { mediaDirectory } = app.config;
    if (!mediaDirectory) return;
    app.route<{ Params: { file: string } }>({
      method: 'GET',
      url: '/media/:file',
      config: { access: { kind: 'public' }, anyHost: true },
      schema: { hide: true },
      handler: (request, reply) => {
        if (!NAME.test(request.params.file)) return reply.callNotFound();
        return reply
          .headers({
            // An SVG that is opened directly is a document, so scripts are forbidden in it.
            'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          })
          .sendFile(request.params.file, mediaDirectory, { cacheControl: true, maxAge: '365d', immutable: true });
      },
    });
  },
  { name: 'media-routes', dependencies: ['config', 'documents'] },
);
