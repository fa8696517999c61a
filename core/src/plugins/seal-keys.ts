import fp from 'fastify-plugin';
import { deriveSealKeys } from '../shared/seal-keys.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sealKeys: ReturnType<typeof deriveSealKeys>;
  }
}

export default fp(
  async (app) => {
    app.decorate('sealKeys', deriveSealKeys(app.config.encryptionKey));
  },
  { name: 'seal-keys', dependencies: ['config'] },
);
