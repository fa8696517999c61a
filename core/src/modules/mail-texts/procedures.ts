import * as declared from '@feira/schemas/procedures/mail-texts';
import fp from 'fastify-plugin';
import { listMailTexts, previewMailText, sendTestMail, updateMailText } from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listMailTexts, ({ platform }) => listMailTexts(app, platform.id));
    app.procedure(declared.updateMailText, ({ input, ...call }) => updateMailText(app, call, input));
    app.procedure(declared.previewMailText, ({ input, platform }) => previewMailText(app, platform.id, input));
    app.procedure(declared.sendTestMail, ({ input, ...call }) => sendTestMail(app, call, input));
  },
  { name: 'mail-texts-procedures', dependencies: ['procedures', 'database', 'data-keys', 'platforms', 'clock'] },
);
