import * as declared from '@feira/schemas/procedures/media';
import { PICTURE_KINDS } from '@feira/schemas/uploads';
import fp from 'fastify-plugin';
import { isAllowed } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { OWN_UPLOADS } from './model.ts';
import { addressOf, createUpload, deleteUpload, finishUpload } from './service.ts';

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

    app.procedure(declared.listUploads, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, OWN_UPLOADS, { ...input, personId: person.id });
      return { items: rows.map((row) => ({ ...row, address: addressOf(app, row) })), next };
    });

    app.procedure(declared.deleteUpload, ({ input, platform, person, request }) =>
      deleteUpload(app, { platformId: platform.id, personId: person.id }, input.uploadId, request),
    );
  },
  { name: 'media-procedures', dependencies: ['procedures', 'database', 'storage'] },
);
