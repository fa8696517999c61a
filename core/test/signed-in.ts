/** People with an open session, written straight into the database: for tests that are not about signing in. */
import { randomBytes } from 'node:crypto';
import type { AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { FastifyInstance } from 'fastify';
import { hashToken } from '../src/plugins/sessions.ts';
import { newId } from '../src/shared/ids.ts';

export interface SignedIn {
  id: string;
  email: string;
  name: string;
  /** What the browser of this person sends. */
  headers: Record<string, string>;
}

export interface NewSignedIn {
  name?: string;
  email?: string;
  roles?: Role[];
  permissions?: readonly AdminPermission[];
  host?: string;
  /** Minutes since the password was last typed. */
  confirmedMinutesAgo?: number;
}

/** Somebody with a second factor who has just signed in. */
export async function createSignedIn(
  app: FastifyInstance,
  platformId: string,
  { name, email, roles = [], permissions = [], host = 'localhost', confirmedMinutesAgo = 0 }: NewSignedIn = {},
): Promise<SignedIn> {
  const id = newId();
  const person = { id, email: email ?? `${id}@example.com`, name: name ?? `Pessoa ${id}` };
  await app.database.transaction(platformId, async (transaction) => {
    await transaction('person').insert({ platform_id: platformId, ...person, password_hash: 'none' });
    for (const role of roles) {
      await transaction('role_grant').insert({
        platform_id: platformId,
        person_id: id,
        role,
        permissions: role === 'admin' ? permissions : [],
      });
    }
  });
  return { ...person, headers: await openSessionOf(app, platformId, id, { host, confirmedMinutesAgo }) };
}

/** Another browser of somebody who exists. */
export async function openSessionOf(
  app: FastifyInstance,
  platformId: string,
  personId: string,
  { host = 'localhost', confirmedMinutesAgo = 0 } = {},
): Promise<Record<string, string>> {
  const token = randomBytes(32).toString('base64url');
  await app.database.write(platformId, [
    {
      text: `INSERT INTO session (platform_id, id, person_id, token_hash, expires_at, strength, state, confirmed_at)
        VALUES ($1, $2, $3, $4, now() + interval '1 hour', 'SECOND_FACTOR', 'ACTIVE', now() - make_interval(mins => $5))`,
      values: [platformId, newId(), personId, hashToken(token), confirmedMinutesAgo],
    },
  ]);
  return { cookie: `__Host-feira=${token}`, host, 'sec-fetch-site': 'same-origin' };
}
