import type { KeyObject } from 'node:crypto';
import fp from 'fastify-plugin';
import { deriveSealKeys } from '../shared/seal-keys.ts';

declare module 'fastify' {
  interface FastifyInstance {
    sealKeys: ReturnType<typeof deriveSealKeys> & {
      /** Also returns keys of an earlier encryption key, because pages that were open when it changed still seal for that one. */
      findPrivateKey(kid: string | undefined): KeyObject | null;
    };
  }
}

export default fp(
  async (app) => {
    const { encryptionKey, previousEncryptionKeys } = app.config;
    const current = deriveSealKeys(encryptionKey);
    const known = [current, ...previousEncryptionKeys.map((key) => deriveSealKeys(key))];
    app.decorate('sealKeys', {
      ...current,
      findPrivateKey: (kid) => known.find((item) => item.kid === kid)?.privateKey ?? null,
    });
  },
  { name: 'seal-keys', dependencies: ['config'] },
);
