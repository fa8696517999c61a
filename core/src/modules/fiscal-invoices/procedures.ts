import * as declared from '@feira/schemas/procedures/fiscal-invoices';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { INVOICES } from './model.ts';
import { cancelInvoice, getInvoice, issueInvoice } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listInvoices, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, INVOICES, { ...input, sellerId: person.id });
      return { items: rows, next };
    });

    app.procedure(declared.getInvoice, ({ input, ...call }) => getInvoice(app, call, input.saleId));

    app.procedure(declared.issue, ({ input, ...call }) => issueInvoice(app, call, input.saleId));

    app.procedure(declared.cancel, ({ input, ...call }) => cancelInvoice(app, call, input.saleId));
  },
  { name: 'fiscal-invoices-procedures', dependencies: ['procedures', 'database'] },
);
