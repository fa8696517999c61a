import fp from 'fastify-plugin';
import { paymentSubject } from './subject.ts';

export default fp(
  async (app) => {
    const subject = paymentSubject(app);
    app.webhookSubjects.set('payment', subject);
    app.webhookSubjects.set('mandateCharge', subject);
  },
  { name: 'payment-events-jobs', dependencies: ['webhooks-jobs'] },
);
