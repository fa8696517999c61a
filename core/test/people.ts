/** People with roles and a password, and what their browser sends. */
import type { AdminPermission } from '@feira/schemas/options';
import type { Role } from '@feira/schemas/procedure';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { hashPassword } from '../src/modules/session/passwords.ts';
import { newId } from '../src/shared/ids.ts';

export const PASSWORD = 'pão-de-queijo-2026';
/** A password costs its hash; people of tests share one. */
let passwordHash: Promise<string> | null = null;

export interface NewPerson {
  id?: string;
  email: string;
  roles?: Role[];
  permissions?: AdminPermission[];
}

/** Gives a person who exists already (by id) a password and roles; otherwise creates one. */
export async function createPerson(
  app: FastifyInstance,
  platformId: string,
  { id = newId(), email, roles = [], permissions = [] }: NewPerson,
): Promise<{ id: string; email: string }> {
  passwordHash ??= hashPassword(PASSWORD);
  const row = { platform_id: platformId, id, name: `Pessoa ${email}`, email, password_hash: await passwordHash };
  await app.database.transaction(platformId, async (transaction) => {
    await transaction('person').insert(row).onConflict(['platform_id', 'id']).merge(['email', 'password_hash']);
    for (const role of roles) {
      await transaction('role_grant').insert({
        platform_id: platformId,
        person_id: id,
        role,
        permissions: role === 'admin' ? permissions : [],
      });
    }
  });
  return { id, email };
}

export interface SignInOptions {
  password?: string;
  host?: string;
  address?: string;
  headers?: Record<string, string>;
}

export const signIn = (
  app: FastifyInstance,
  email: string,
  { password = PASSWORD, host = 'localhost', address = '198.51.100.7', headers = {} }: SignInOptions = {},
) =>
  app.inject({
    method: 'POST',
    url: '/api/session.signIn',
    remoteAddress: address,
    headers: { host, ...headers },
    payload: { email, password },
  });

export const readCookie = (answer: LightMyRequestResponse): string => {
  const found = answer.cookies.find(({ name }) => name.endsWith('feira'));
  return found ? `${found.name}=${found.value}` : '';
};

/** The headers of a signed-in browser on its own page. */
export async function openSession(
  app: FastifyInstance,
  email: string,
  options?: SignInOptions,
): Promise<Record<string, string>> {
  const answer = await signIn(app, email, options);
  if (answer.statusCode !== 200) throw new Error(`Signing in was answered ${answer.statusCode}: ${answer.body}`);
  return { cookie: readCookie(answer), host: options?.host ?? 'localhost', 'sec-fetch-site': 'same-origin' };
}
