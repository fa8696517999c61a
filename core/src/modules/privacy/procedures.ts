import * as declared from '@feira/schemas/procedures/privacy';
import fp from 'fastify-plugin';
import { readPage } from '../../plugins/procedures.ts';
import { signCopy } from './copy-address.ts';
import { REQUESTS } from './request-model.ts';
import {
  approveRequest,
  askForErasure,
  checkOwner,
  readOwnPrivacy,
  refuseRequest,
  withdrawErasure,
  writeDownRequest,
} from './service.ts';

export default fp(
  async (app) => {
    app.procedure(declared.getOwnPrivacy, (call) => readOwnPrivacy(app, call));
    app.procedure(declared.requestErasure, (call) => askForErasure(app, call));
    app.procedure(declared.withdrawErasure, (call) => withdrawErasure(app, call));
    app.procedure(declared.openCopy, async (call) => {
      await checkOwner(app, call);
      return { url: signCopy(app, call.person) };
    });
    app.procedure(declared.listRequests, async ({ input, platform, person }) => {
      const { rows, next } = await readPage(app, platform.id, REQUESTS, { ...input, callerId: person.id });
      return { items: rows, next };
    });
    app.procedure(declared.openRequest, (call) => writeDownRequest(app, call, call.input.email));
    app.procedure(declared.approveRequest, (call) => approveRequest(app, call, call.input.requestId));
    app.procedure(declared.refuseRequest, (call) => refuseRequest(app, call, call.input));
  },
  { name: 'privacy-procedures', dependencies: ['procedures', 'database', 'data-keys', 'platforms', 'clock'] },
);
