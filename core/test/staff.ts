/** Creates people with an open session that proved both factors, without the sign-in. */
import { randomBytes } from 'node:crypto';
import type { AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { FastifyInstance } from 'fastify';
import { hashToken } from '../src/plugins/sessions.ts';
import { newId } from '../src/shared/ids.ts';
import { insertGrants, insertRows } from './rows.ts';

export interface NewStaff {
  roles?: readonly Role[];
  permissions?: readonly AdminPermission[];
  host?: string;
  name?: string;
  email?: string;
}

export interface Staff {
  id: string;
  name: string;
  email: string;
  /** The headers of a browser on its own page. */
  headers: Record<string, string>;
}

export async function openStaff(
  app: FastifyInstance,
  platformId: string,
  { roles = [], permissions = [], host = 'localhost', name, email }: NewStaff,
): Promise<Staff> {
  const id = newId();
  const person = { id, name: name ?? `Equipe ${roles[0]}`, email: email ?? `${roles[0]}-${id}@example.com` };
  await app.database.transaction(platformId, async (transaction) => {
    // A hash that no password matches, so that an invited person needs no link to choose one.
    await transaction.run(insertRows('person', { platform_id: platformId, ...person, password_hash: 'none' }));
    await transaction.runAll(insertGrants(platformId, id, roles, permissions));
  });
  return { ...person, headers: await openSessionOf(app, platformId, id, { host }) };
}

/** Opens a browser session of an existing person. */
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
