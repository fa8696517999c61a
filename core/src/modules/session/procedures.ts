import * as declared from '@feira/schemas/procedures/session';
import fp from 'fastify-plugin';
import { findSender } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { Person } from '../../plugins/sessions.ts';
import { signIn, signOut } from './service.ts';

const toSession = (platform: PlatformContext, { id, name, email, roles, permissions }: Person) => ({
  person: { id, name, email },
  roles,
  permissions,
  platformName: platform.name,
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
      return toSession(platform, person);
    });

    app.procedure(declared.getSession, async ({ platform, person }) => toSession(platform, person));

    app.procedure(declared.signOut, async ({ input, platform, person, reply }) => {
      await signOut(app, platform.id, person, input.isEverywhere ?? false);
      app.sessions.clearCookie(reply);
      return {};
    });
  },
  { name: 'session-procedures', dependencies: ['procedures', 'sessions'] },
);
