import * as declared from '@feira/schemas/procedures/account';
import { normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { IDLE_HOURS } from '../../plugins/sessions.ts';
import { maskDocument } from '../../shared/documents.ts';
import { selectSessions } from './model.ts';
import { addPasskey, removePasskey, renamePasskey, selectPasskeys, startPasskey } from './passkeys.ts';
import {
  confirmSecondFactor,
  isFactorMandatory,
  removeSecondFactor,
  renewCodes,
  startSecondFactor,
} from './second-factor.ts';
import {
  changePassword,
  changeProfile,
  confirmEmailChange,
  getAccountRow,
  requestEmailChange,
  revokeSession,
} from './service.ts';

export default fp(
  async (app) => {
    const setToken = (reply: FastifyReply, token: string) =>
      app.sessions.setCookie(reply.header('cache-control', 'no-store'), token);

    app.procedure(declared.getAccount, async ({ platform, person }) => {
      const { passwordHash, document, ...row } = await getAccountRow(app, platform.id, person.id);
      return {
        ...row,
        document: document === null ? null : maskDocument(normalizeDocument(document)),
        hasPassword: passwordHash !== null,
        isFactorMandatory: isFactorMandatory(app, person),
      };
    });
    app.procedure(declared.updateProfile, (call) => changeProfile(app, call, call.person, call.input));
    app.procedure(declared.changePassword, async (call) => {
      setToken(call.reply, await changePassword(app, call, call.person, call.input.password));
    });
    app.procedure(declared.requestEmailChange, (call) => requestEmailChange(app, call, call.person, call.input.email));
    app.procedure(declared.confirmEmailChange, async (call) => {
      refuseCrossSite(call.request);
      await confirmEmailChange(app, call, call.input.token);
    });
    app.procedure(declared.listSessions, async ({ platform, person }) => {
      const rows = await app.database.list(platform.id, selectSessions(platform.id, person.id, IDLE_HOURS), true);
      return { sessions: rows.map((row) => ({ ...row, isCurrent: row.id === person.sessionId })) };
    });
    app.procedure(declared.revokeSession, async (call) => {
      await revokeSession(app, call, call.person, call.input.id);
      if (call.input.id === call.person.sessionId) app.sessions.clearCookie(call.reply);
    });
    app.procedure(declared.startSecondFactor, async (call) => startSecondFactor(app, call, call.person));
    app.procedure(declared.confirmSecondFactor, async (call) => {
      const { token, recoveryCodes } = await confirmSecondFactor(app, call, call.person, call.input.code);
      setToken(call.reply, token);
      return { recoveryCodes };
    });
    app.procedure(declared.renewRecoveryCodes, async (call) => ({
      recoveryCodes: await renewCodes(app, call, call.person),
    }));
    app.procedure(declared.listPasskeys, async ({ platform, person, request }) => {
      const rows = await app.database.list(platform.id, selectPasskeys(platform.id, person.id), true);
      return { passkeys: rows.map((row) => ({ ...row, isHere: row.host === request.hostname })) };
    });
    app.procedure(declared.startPasskey, async (call) => ({
      options: { ...(await startPasskey(app, call, call.person)) },
    }));
    app.procedure(declared.addPasskey, async (call) => ({
      passkeyId: await addPasskey(app, call, call.person, call.input),
    }));
    app.procedure(declared.renamePasskey, (call) => renamePasskey(app, call, call.person, call.input));
    app.procedure(declared.removePasskey, (call) => removePasskey(app, call, call.person, call.input.id));
    app.procedure(declared.removeSecondFactor, (call) => removeSecondFactor(app, call, call.person));
  },
  { name: 'account-procedures', dependencies: ['procedures', 'sessions', 'data-keys'] },
);
