import * as declared from '@feira/schemas/procedures/verifications';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { askPerson, decideVerification, needsTwo } from './deciding.ts';
import { signDocument } from './document-address.ts';
import { selectHasDocument, selectVerification, VERIFICATIONS } from './model.ts';
import { sendDocument, submitVerification } from './sending.ts';
import { toCheck, toProgress, toView, typeOfDocument } from './views.ts';

export default fp(
  async (app) => {
    app.procedure(declared.getOwnVerification, async ({ platform, person }) => {
      const row = await app.database.find(platform.id, selectVerification(platform.id, person.id), true);
      if (!row) throw new AppError('LOGIN_REQUIRED');
      const { demand, freeUpTo, keptDays } = platform.settings.verification;
      return { ...toView(platform, row), demand, freeUpTo, currency: platform.settings.currency, keptDays };
    });

    app.procedure(declared.sendDocument, ({ input, ...call }) => sendDocument(app, call, input));
    app.procedure(declared.submitVerification, ({ input: _, ...call }) => submitVerification(app, call));

    app.procedure(declared.listVerifications, async ({ input, platform, person }) => {
      const { rows, next, count } = await readPage(app, platform.id, VERIFICATIONS, input);
      const items = rows.map(({ document, ...row }) => ({
        ...row,
        documentType: typeOfDocument(document),
        ...toProgress(row, row.person.id, person.id),
      }));
      return { items, next, count };
    });

    app.procedure(declared.getVerification, ({ input: { personId }, platform, person }) =>
      app.database.readTransaction(
        platform.id,
        async (transaction) => {
          const row = await transaction.find(selectVerification(platform.id, personId));
          if (!row || row.status === 'NONE') throw new AppError('VERIFICATION_NOT_FOUND', { fields: ['personId'] });
          const { name, email, document, version } = row;
          return {
            ...toView(platform, row),
            person: { id: personId, name, email },
            document,
            version,
            check: toCheck(row),
            ...toProgress(row, personId, person.id),
            needsTwo: await needsTwo(transaction, platform, personId),
          };
        },
        true,
      ),
    );

    app.procedure(declared.openDocument, async ({ input: { documentId }, platform, person }) => {
      if (person.impersonator) throw new AppError('IMPERSONATION_FORBIDDEN');
      const found = await app.database.find(platform.id, selectHasDocument(platform.id, documentId), true);
      if (!found) throw new AppError('VERIFICATION_NOT_FOUND', { fields: ['documentId'] });
      return { url: signDocument(app, person, documentId) };
    });

    app.procedure(declared.decideVerification, ({ input, ...call }) => decideVerification(app, call, input));
    app.procedure(declared.askPerson, ({ input, ...call }) => askPerson(app, call, input));
  },
  { name: 'verifications-procedures', dependencies: ['procedures', 'database', 'data-keys', 'platforms', 'clock'] },
);
