import type { AdminPermission } from '@feira/schemas/options';
import * as declared from '@feira/schemas/procedures/people';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { parseAfter } from '../../plugins/procedures.ts';
import { cutPage } from '../../shared/page-cursor.ts';
import { recordEvent } from '../audit/service.ts';
import { resolveOperated } from '../platforms/service.ts';
import { toSubject } from './changes.ts';
import { setUserDocument } from './document.ts';
import { type PersonRow, type PersonState, selectDocument, selectUser, type UserRow } from './model.ts';
import { type Group, type PeopleFilter, selectPeople } from './pages.ts';
import { assignManager, setPaymentMethods, setUserRoles, setUserStatus } from './service.ts';
import { inviteStaff, revokeFunctionary, revokeManager, setPermissions } from './staff.ts';

const DEFAULT_LIMIT = 25;

type PageInput = Pick<PeopleFilter, 'search' | 'status'> & { after?: string; limit?: number };

const toPerson = <Row extends PersonRow>({ microseconds: _, createdAt, lastSeenAt, ...person }: Row) => ({
  ...person,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
});

export default fp(
  async (app) => {
    async function listPeople<Extra = unknown>(
      platformId: string,
      group: Group,
      { after, limit = DEFAULT_LIMIT, search, status }: PageInput,
    ) {
      const filter = { search, status, ...(after && { after: parseAfter(after) }) };
      // From the writer: whoever has just changed somebody looks at the list next.
      const [result] = await app.database.read(platformId, [selectPeople(platformId, group, filter, limit + 1)], true);
      const { page, next } = cutPage((result?.rows ?? []) as (PersonRow & Extra)[], limit);
      return { people: page.map(toPerson), next };
    }

    app.procedure(declared.listUsers, async ({ input: { role, ...input }, platform }) =>
      listPeople(platform.id, { kind: 'users', role }, input),
    );

    app.procedure(declared.getUser, async ({ input, platform }) => {
      const [result] = await app.database.read(platform.id, [selectUser(platform.id, input.personId)], true);
      const row = result?.rows[0] as UserRow | undefined;
      if (!row) throw new AppError('PERSON_NOT_FOUND');
      return toPerson(row);
    });

    app.procedure(declared.getUserDocument, async ({ input, platform, request }) => {
      const [result] = await app.database.read(platform.id, [selectDocument(platform.id, input.personId)], true);
      const row = result?.rows[0] as (PersonState & { document: string | null }) | undefined;
      if (!row) throw new AppError('PERSON_NOT_FOUND');
      // Recorded before it is shown: nobody sees a document that the log does not know of.
      await app.database.write(platform.id, [
        recordEvent(platform.id, request, { type: 'people.documentRead', subject: toSubject(row) }),
      ]);
      return { document: row.document };
    });

    app.procedure(declared.setUserDocument, async ({ input, request }) => {
      await setUserDocument(app, request, input);
      return {};
    });

    app.procedure(declared.setUserStatus, async ({ input, request }) => {
      await setUserStatus(app, request, input);
      return {};
    });

    app.procedure(declared.setUserRoles, async ({ input, request }) => {
      await setUserRoles(app, request, input);
      return {};
    });

    app.procedure(declared.setPaymentMethods, async ({ input, request }) => {
      await setPaymentMethods(app, request, input);
      return {};
    });

    app.procedure(declared.assignManager, async ({ input, request }) => {
      await assignManager(app, request, input);
      return {};
    });

    app.procedure(declared.listManagers, async ({ input, platform }) =>
      listPeople<{ userCount: number }>(platform.id, { kind: 'managers' }, input),
    );

    app.procedure(declared.inviteManager, async ({ input, platform, request }) => ({
      personId: await inviteStaff(app, platform.id, request, { ...input, role: 'manager' }),
    }));

    app.procedure(declared.revokeManager, async ({ input, request }) => {
      await revokeManager(app, request, input.personId);
      return {};
    });

    app.procedure(declared.listFunctionaries, async ({ input: { platformId, ...input }, request }) =>
      listPeople<{ permissions: AdminPermission[]; hasSecondFactor: boolean }>(
        await resolveOperated(app, request, platformId),
        { kind: 'functionaries' },
        input,
      ),
    );

    app.procedure(declared.inviteFunctionary, async ({ input: { platformId, ...input }, request }) => ({
      personId: await inviteStaff(app, await resolveOperated(app, request, platformId), request, {
        ...input,
        role: 'admin',
      }),
    }));

    app.procedure(declared.setPermissions, async ({ input: { platformId, ...input }, request }) => {
      await setPermissions(app, await resolveOperated(app, request, platformId), request, input);
      return {};
    });

    app.procedure(declared.revokeFunctionary, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      await revokeFunctionary(app, platformId, request, input.personId);
      return {};
    });

    app.procedure(declared.listManagedUsers, async ({ input, platform, person }) =>
      listPeople(platform.id, { kind: 'users', managerId: person.id }, input),
    );
  },
  { name: 'people-procedures', dependencies: ['procedures', 'database', 'data-keys', 'platforms'] },
);
