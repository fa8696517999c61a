import * as declared from '@feira/schemas/procedures/session';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { refuseCrossSite } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { hashToken, type Person } from '../../plugins/sessions.ts';
import { signInAs, stopImpersonation } from './impersonation.ts';
import { rememberDevice } from './known-devices.ts';
import { requestMagicLink, useMagicLink } from './magic-links.ts';
import { hasPasskey, startProof } from './passkeys.ts';
import { choosePassword, requestRecovery } from './recovery.ts';
import { register, verifyEmail } from './registration.ts';
import { signOut } from './service.ts';
import { confirmCode, confirmPasskey, reauthenticate, signIn } from './sign-in.ts';
import type { Visit } from './visit.ts';

interface Circumstances {
  isFactorRequired: boolean;
  hasPasskey: boolean;
}

const toSession = (platform: PlatformContext, person: Person, circumstances: Circumstances) => ({
  state: person.state,
  person: { id: person.id, name: person.name, email: person.email },
  roles: person.roles,
  heldRoles: person.heldRoles,
  permissions: person.roles.includes('admin') ? person.permissions : [],
  platformName: platform.name,
  impersonator: person.impersonator && { name: person.impersonator.name, email: person.impersonator.email },
  ...circumstances,
});

export default fp(
  async (app) => {
    const { isFactorRequired } = app.config;

    const describe = async ({ platform, request }: Visit, person: Person) =>
      toSession(platform, person, {
        isFactorRequired,
        hasPasskey: !person.impersonator && (await hasPasskey(app, { platform, request }, person)),
      });

    /** Sets the new cookie and returns the account that it belongs to. */
    async function answer({ platform, request, reply }: Visit & { reply: FastifyReply }, token: string) {
      const person = await app.sessions.findPerson(platform.id, hashToken(token));
      if (!person) throw new AppError('LOGIN_REQUIRED');
      app.sessions.setCookie(reply.header('cache-control', 'no-store'), token);
      if (person.state === 'ACTIVE' && !person.impersonator)
        rememberDevice(app, { platform, request, reply }, person.email);
      return describe({ platform, request }, person);
    }

    // A page of another site must not sign its visitor in as another person, nor make the platform send mails.
    app.procedure(declared.signIn, async (call) => {
      refuseCrossSite(call.request);
      return answer(call, await signIn(app, call, { entrance: 'platform', ...call.input }));
    });
    app.procedure(declared.confirmCode, async (call) =>
      answer(call, await confirmCode(app, call, call.person, call.input.code)),
    );
    app.procedure(declared.startPasskeyProof, async (call) => ({
      options: { ...(await startProof(app, call, call.person)) },
    }));
    app.procedure(declared.confirmPasskey, async (call) =>
      answer(call, await confirmPasskey(app, call, call.person, call.input)),
    );
    app.procedure(declared.getSession, (call) => describe(call, call.person));
    app.procedure(declared.signOut, async (call) => {
      await signOut(app, call, call.person, call.input.isEverywhere ?? false);
      app.sessions.clearCookie(call.reply);
    });
    app.procedure(declared.reauthenticate, async (call) => {
      await answer(call, await reauthenticate(app, call, call.person, call.input));
    });
    app.procedure(declared.register, async (call) => {
      refuseCrossSite(call.request);
      await register(app, call, call.input);
    });
    app.procedure(declared.verifyEmail, async (call) => {
      refuseCrossSite(call.request);
      return answer(call, await verifyEmail(app, call, call.input));
    });
    app.procedure(declared.requestRecovery, async (call) => {
      refuseCrossSite(call.request);
      await requestRecovery(app, call, call.input.email);
    });
    app.procedure(declared.choosePassword, async (call) => {
      refuseCrossSite(call.request);
      const chosen = await choosePassword(app, call, call.input);
      // The person who uses the link owns the mailbox, and must get past the wrong passwords of strangers.
      rememberDevice(app, call, chosen.email);
      return chosen;
    });
    app.procedure(declared.requestMagicLink, async (call) => {
      refuseCrossSite(call.request);
      await requestMagicLink(app, call, call.input.email);
    });
    app.procedure(declared.useMagicLink, async (call) => {
      refuseCrossSite(call.request);
      return answer(call, await useMagicLink(app, call, call.input.token));
    });
    app.procedure(declared.signInAs, async (call) =>
      answer(call, await signInAs(app, call, call.person, call.input.personId)),
    );
    app.procedure(declared.stopImpersonation, async (call) =>
      answer(call, await stopImpersonation(app, call, call.person)),
    );
  },
  { name: 'session-procedures', dependencies: ['procedures', 'sessions', 'data-keys', 'attempts'] },
);
