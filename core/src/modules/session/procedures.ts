import * as declared from '@feira/schemas/procedures/session';
import fp from 'fastify-plugin';
import { findSender } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { Person } from '../../plugins/sessions.ts';
import { signIn, signOut } from './service.ts';

const toSession = (platform: PlatformContext, person: Person, isFactorRequired: boolean) => ({
  state: person.state,
  person: { id: person.id, name: person.name, email: person.email },
  roles: person.roles,
  heldRoles: person.heldRoles,
  permissions: person.roles.includes('admin') ? person.permissions : [],
  platformName: platform.name,
  impersonator: person.impersonator && { name: person.impersonator.name, email: person.impersonator.email },
  isFactorRequired,
});

export default fp(
  async (app) => {
    app.procedure(declared.signIn, async ({ input, platform, request, reply }) => {
      // Otherwise a foreign page could sign its visitor in as somebody else and read what they then type.
      if (findSender(request) === 'foreign') throw new AppError('SENDER_FOREIGN');
      const { person, token } = await signIn(app, platform.id, {
        ...input,
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? null,
        formerTokenHash: app.sessions.readTokenHash(request),
      });
      app.sessions.setCookie(reply.header('cache-control', 'no-store'), token);
      return toSession(platform, person, app.config.isFactorRequired);
    });

    app.procedure(declared.getSession, async ({ platform, person }) =>
      toSession(platform, person, app.config.isFactorRequired),
    );

    app.procedure(declared.signOut, async ({ input, platform, person, reply }) => {
      await signOut(app, platform.id, person, input.isEverywhere ?? false);
      app.sessions.clearCookie(reply);
      return {};
    });
  },
  { name: 'session-procedures', dependencies: ['procedures', 'sessions'] },
);
