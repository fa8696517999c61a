import * as declared from '@feira/schemas/procedures/purchase-mails';
import fp from 'fastify-plugin';
import { resendApproval } from './resend.ts';

export default fp(
  async (app) => {
    app.procedure(declared.resendApproval, ({ input, ...call }) => resendApproval(app, call, input.saleId));
  },
  { name: 'purchase-mails-procedures', dependencies: ['procedures', 'database', 'clock', 'data-keys', 'platforms'] },
);
