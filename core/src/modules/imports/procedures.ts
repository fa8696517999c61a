import * as declared from '@feira/schemas/procedures/imports';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { CUSTOMERS, SALES, selectCustomer, selectImportedSales, selectOwnSales } from './imported-model.ts';
import { IMPORTS } from './model.ts';
import {
  addPart,
  checkImport,
  createImport,
  discardImport,
  finishUpload,
  importRows,
  readImport,
  readProblems,
  runImport,
  undoImport,
} from './service.ts';
import { inviteSubscribers } from './subscribers.ts';
import { countInviteable, SUBSCRIPTIONS } from './subscription-model.ts';

export default fp(
  async (app) => {
    app.procedure(declared.createImport, ({ input, ...call }) => createImport(app, call, input));
    app.procedure(declared.importRows, ({ input, ...call }) => importRows(app, call, input));
    app.procedure(declared.addPart, ({ input, ...call }) => addPart(app, call, input));
    app.procedure(declared.finishUpload, ({ input, ...call }) => finishUpload(app, call, input.importId));
    app.procedure(declared.listImports, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, IMPORTS, { ...input, sellerId: person.id });
      return { items: rows, next };
    });
    app.procedure(declared.getImport, ({ input, ...call }) => {
      call.reply.header('cache-control', 'no-store');
      return readImport(app, call, input);
    });
    app.procedure(declared.checkImport, ({ input, ...call }) => checkImport(app, call, input));
    app.procedure(declared.runImport, ({ input, ...call }) => runImport(app, call, input.importId));
    app.procedure(declared.undoImport, ({ input, ...call }) => undoImport(app, call, input.importId));
    app.procedure(declared.discardImport, ({ input, ...call }) => discardImport(app, call, input.importId));
    app.procedure(declared.listProblems, ({ input, ...call }) => readProblems(app, call, input));

    app.procedure(declared.listCustomers, async ({ input, platform, person }) => {
      const { rows, next, count } = await readPage(app, platform.id, CUSTOMERS, { ...input, sellerId: person.id });
      return { items: rows, next, count };
    });
    app.procedure(declared.listSales, async ({ input, platform, person }) => {
      const { rows, next, count } = await readPage(app, platform.id, SALES, { ...input, sellerId: person.id });
      return { items: rows, next, count };
    });
    app.procedure(declared.listSubscriptions, async ({ input, platform, person }) => {
      const { rows, next, count } = await readPage(app, platform.id, SUBSCRIPTIONS, { ...input, sellerId: person.id });
      const found = await app.database.find(platform.id, countInviteable(platform.id, person.id), true);
      return { items: rows, next, count, inviteable: found?.count ?? 0 };
    });
    app.procedure(declared.inviteSubscribers, (call) => inviteSubscribers(app, call));
    app.procedure(declared.getCustomer, async ({ input, platform, person, reply }) => {
      reply.header('cache-control', 'no-store');
      const found = await app.database.find(
        platform.id,
        selectCustomer(platform.id, person.id, input.customerId),
        true,
      );
      if (!found) throw new AppError('IMPORTED_CUSTOMER_NOT_FOUND', { fields: ['customerId'] });
      const [importedSales, sales] = await app.database.read(
        platform.id,
        [selectImportedSales(platform.id, person.id, found.email), selectOwnSales(platform.id, person.id, found.email)],
        true,
      );
      return { ...found, importedSales: importedSales.rows, sales: sales.rows };
    });
  },
  { name: 'imports-procedures', dependencies: ['procedures', 'database', 'clock', 'imports-jobs'] },
);
