/** Creates a platform with its host, its first administrator and the mail that invites them, in one transaction. */
import type { Currency, Locale } from '@feira/schemas/common';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { HOSTS } from '../../plugins/platforms.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent, recordOperated } from '../audit/service.ts';
import { readHost } from '../domains/service.ts';
import { prepareMail } from '../mail/service.ts';
import { grantRoles, insertPerson } from '../people/model.ts';
import { createToken } from '../session/service.ts';
import { insertFirstHost, insertPlatform } from './model.ts';

export interface NewPlatform {
  name: string;
  host: string;
  currency: Currency;
  locale?: Locale | undefined;
  adminName: string;
  adminEmail: string;
}

export async function createPlatform(
  app: FastifyInstance,
  request: FastifyRequest,
  input: NewPlatform,
): Promise<string> {
  const host = readHost(app, input.host);
  if ((await app.findHostOwner(host)).isNamed) throw new AppError('DOMAIN_TAKEN', { fields: ['host'] });
  const platformId = newId();
  const { name, currency, locale = 'pt-BR' } = input;
  const key = app.dataKeys.prepareFirst(platformId);
  const admin = { id: newId(), name: input.adminName, email: input.adminEmail.toLowerCase() };
  const invitation = await createToken({ findPlatformUrl: async () => app.toHostUrl(host) }, platformId, {
    purpose: 'INVITE',
    email: admin.email,
    personId: admin.id,
  });
  const mail = await prepareMail({ dataKeys: key }, platformId, {
    to: admin.email,
    locale,
    template: 'invitation',
    parameters: { name: admin.name, link: invitation.link, platformName: name, role: 'admin' },
  });
  const subject = { type: 'platform', id: platformId, name } as const;
  try {
    await app.database.write(platformId, [
      insertPlatform({ id: platformId, name, operatorId: request.platform.id, settings: { currency, locale } }),
      insertFirstHost(platformId, host),
      key.statement,
      insertPerson(platformId, admin),
      grantRoles(platformId, admin.id, ['admin'], { permissions: FIRST_PERMISSIONS }),
      ...invitation.statements,
      mail,
      recordEvent(platformId, request, {
        type: 'people.invited',
        subject: { type: 'person', id: admin.id, name: admin.name },
        details: { isNew: true, after: { roles: ['admin'], permissions: FIRST_PERMISSIONS } },
      }),
      ...recordOperated(request, platformId, {
        type: 'platform.created',
        subject,
        details: { host, currency, adminEmail: admin.email },
      }),
    ]);
  } catch (error) {
    if (isTaken(error)) throw new AppError('DOMAIN_TAKEN', { fields: ['host'] });
    throw error;
  }
  app.cache.forget(HOSTS);
  return platformId;
}

/** Connections stay with the masters until one of them grants the permission. */
const FIRST_PERMISSIONS = ADMIN_PERMISSIONS.filter((permission) => permission !== 'isConnectionsAvailable');

const UNIQUE_VIOLATION = '23505';

/** Only the host can be taken, since everything else has a new id. */
const isTaken = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION && constraint === 'platform_domain_pkey';
};
