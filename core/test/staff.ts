/** Administrators and masters as they are once both factors are proved, without the way there. */
import { randomBytes } from 'node:crypto';
import type { AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { FastifyInstance } from 'fastify';
import { hashToken } from '../src/plugins/sessions.ts';
import { newId } from '../src/shared/ids.ts';

export interface NewStaff {
  roles: Role[];
  permissions?: AdminPermission[];
  host?: string;
}

export interface Staff {
  id: string;
  email: string;
  /** Of a browser on its own page. */
  headers: Record<string, string>;
}

export async function openStaff(
  app: FastifyInstance,
  platformId: string,
  { roles, permissions = [], host = 'localhost' }: NewStaff,
): Promise<Staff> {
  const id = newId();
  const email = `${roles[0]}-${id}@example.com`;
  const token = randomBytes(32).toString('base64url');
  await app.database.transaction(platformId, async (transaction) => {
    await transaction('person').insert({ platform_id: platformId, id, name: `Equipe ${roles[0]}`, email });
    for (const role of roles) {
      await transaction('role_grant').insert({
        platform_id: platformId,
        person_id: id,
        role,
        permissions: role === 'admin' ? permissions : [],
      });
    }
    await transaction('session').insert({
      platform_id: platformId,
      id: newId(),
      person_id: id,
      token_hash: hashToken(token),
      expires_at: transaction.raw(`now() + interval '1 hour'`),
      strength: 'SECOND_FACTOR',
    });
  });
  return { id, email, headers: { cookie: `__Host-feira=${token}`, host, 'sec-fetch-site': 'same-origin' } };
}
