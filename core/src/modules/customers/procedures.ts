import * as declared from '@feira/schemas/procedures/customers';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { selectByIds } from '../../shared/list.ts';
import { CUSTOMERS } from './model.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listCustomers, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, CUSTOMERS, { ...input, sellerId: person.id });
      return { items: rows, next };
    });

    app.procedure(declared.getCustomer, async ({ input: { customerId }, platform, person }) => {
      const customer = await app.database.find(
        platform.id,
        selectByIds(CUSTOMERS, platform.id, { sellerId: person.id }, [customerId]),
        true,
      );
      if (!customer) throw new AppError('CUSTOMER_NOT_FOUND', { fields: ['customerId'] });
      return customer;
    });

    app.expander('customer', (platformId, sellerId, ids) =>
      app.database.list(platformId, selectByIds(CUSTOMERS, platformId, { sellerId }, ids)),
    );
  },
  { name: 'customers-procedures', dependencies: ['procedures', 'database'] },
);
