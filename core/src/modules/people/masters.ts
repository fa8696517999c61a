/** Creates the first master of an installation from the command line, because a person who runs commands on the server owns it. */
import { inviteManager } from '@feira/schemas/procedures/people';
import type { FastifyInstance } from 'fastify';
import { newId } from '../../shared/ids.ts';
import { type Caller, recordEvent } from '../audit/service.ts';
import { createToken } from '../session/service.ts';
import { toRoles, toSubject } from './changes.ts';
import { grantRoles, insertPerson, selectRoles, selectStateByEmail } from './model.ts';

export interface NewMaster {
  email: string;
  name: string;
  /** The host of the platform; '*' serves every host that no platform has. */
  host: string;
  /** The name of a new platform at this host, if there is none yet. */
  platform?: string | undefined;
}

const ON_THE_SERVER: Caller = { ip: null, headers: {}, person: null };

/** Returns the link that the new master opens next. Errors say what to correct. */
export async function createMaster(app: FastifyInstance, wanted: NewMaster): Promise<{ link: string; isNew: boolean }> {
  const email = wanted.email.trim().toLowerCase();
  const asked = { email, name: wanted.name };
  const problems = app.findProblems(inviteManager.input, asked, 'en');
  if (problems) {
    throw new Error(
      Object.entries(problems.fields)
        .map(([field, message]) => `--${field} is wrong: ${message}.`)
        .join('\n'),
    );
  }
  // The check has cleaned it.
  const { name } = asked;
  const platformId = await providePlatform(app, wanted);
  const known = await app.database.find(platformId, selectStateByEmail(platformId, email, false), true);
  if (known?.status === 'DISABLED') {
    throw new Error(`${email} is disabled on this platform: enable this person first, or choose another e-mail.`);
  }
  const person = known ?? { id: newId(), name, email, hasPassword: false };
  const { roles } = toRoles(await app.database.list(platformId, selectRoles(platformId, person.id), true));
  const { link, statements } = person.hasPassword
    ? { link: `${await app.findPlatformUrl(platformId)}/master-root-login`, statements: [] }
    : await createToken(app, platformId, { purpose: 'INVITE', email, personId: person.id });
  const after = [...new Set([...roles, 'master' as const])].sort();
  await app.database.write(platformId, [
    ...(known ? [] : [insertPerson(platformId, person)]),
    grantRoles(platformId, person.id, ['master']),
    ...statements,
    recordEvent(platformId, ON_THE_SERVER, {
      type: 'people.invited',
      subject: toSubject(person),
      details: { isNew: !known, before: { roles }, after: { roles: after } },
    }),
  ]);
  return { link, isNew: !person.hasPassword };
}

async function providePlatform(app: FastifyInstance, { host, platform }: NewMaster): Promise<string> {
  const [owner] = await app.database.query<{ id: string }>({
    text: 'SELECT platform_id AS id FROM platform_domain WHERE host = $1',
    values: [host],
  });
  if (owner && platform) {
    throw new Error(`--host ${host} leads to a platform already: leave --platform out to make a master of that one.`);
  }
  if (owner) return owner.id;
  if (!platform?.trim()) {
    throw new Error(
      `--host ${host} leads to no platform: name one of its hosts, or give --platform "Name" to open one there.`,
    );
  }
  return openFirstPlatform(app, host, platform.trim());
}

/** Creates a platform without an operator. Its masters create further platforms on a page. */
async function openFirstPlatform(app: FastifyInstance, host: string, name: string): Promise<string> {
  const platformId = newId();
  const key = app.dataKeys.prepareFirst(platformId);
  await app.database.write(platformId, [
    { text: 'INSERT INTO platform (platform_id, name) VALUES ($1, $2)', values: [platformId, name] },
    { text: 'INSERT INTO platform_domain (host, platform_id) VALUES ($2, $1)', values: [platformId, host] },
    key.statement,
    recordEvent(platformId, ON_THE_SERVER, {
      type: 'platform.created',
      subject: { type: 'platform', id: platformId, name },
      details: { host },
    }),
  ]);
  return platformId;
}
