import * as declared from '@feira/schemas/procedures/media';
import { PICTURE_KINDS } from '@feira/schemas/uploads';
import fp from 'fastify-plugin';
import { isAllowed } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import { createUpload, finishUpload } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.createUpload, async ({ input, platform, person }) => {
      if (!isAllowed(person, PICTURE_KINDS[input.kind].access)) throw new AppError('ACCESS_DENIED');
      return createUpload(app, { platformId: platform.id, personId: person.id }, input);
    });

    app.procedure(declared.finishUpload, async ({ input, platform, person, request }) => {
      const owner = { platformId: platform.id, personId: person.id };
      return { address: await finishUpload(app, owner, input.uploadId, request) };
    });
  },
  { name: 'media-procedures', dependencies: ['procedures', 'database', 'storage'] },
);
