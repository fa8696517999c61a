import * as declared from '@feira/schemas/procedures/people';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { readPage } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { toSubject } from './changes.ts';
import { setUserDocument } from './document.ts';
import { selectDocument, selectUser } from './model.ts';
import { FUNCTIONARIES, MANAGERS, USERS } from './pages.ts';
import { seekPeople } from './search.ts';
import { assignManager, setPaymentMethods, setUserRoles, setUserStatus } from './service.ts';
import { inviteStaff, revokeFunctionary, revokeManager, setPermissions } from './staff.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listUsers, async ({ input, platform, person }) => {
      const sought = await seekPeople(app, platform.id, input.search, {
        seesDocuments: person.permissions.includes('isUserDocumentsAvailable'),
      });
      const filter = { ...input, search: undefined, ...sought };
      const { rows, next, count } = await readPage(app, platform.id, USERS, filter);
      return { people: rows, next, count };
    });

    app.procedure(declared.getUser, async ({ input, platform }) => {
      const row = await app.database.find(platform.id, selectUser(platform.id, input.personId), true);
      if (!row) throw new AppError('PERSON_NOT_FOUND');
      return row;
    });

    app.procedure(declared.getUserDocument, async ({ input, platform, request }) => {
      const row = await app.database.find(platform.id, selectDocument(platform.id, input.personId), true);
      if (!row) throw new AppError('PERSON_NOT_FOUND');
      // The audit event is written before the document is returned, so that no document is shown unrecorded.
      const event = recordEvent(platform.id, request, { type: 'people.documentRead', subject: toSubject(row) });
      await app.database.run(platform.id, event);
      return { document: row.document };
    });

    app.procedure(declared.setUserDocument, ({ input, request }) => setUserDocument(app, request, input));

    app.procedure(declared.setUserStatus, ({ input, request }) => setUserStatus(app, request, input));

    app.procedure(declared.setUserRoles, ({ input, request }) => setUserRoles(app, request, input));

    app.procedure(declared.setPaymentMethods, ({ input, request }) => setPaymentMethods(app, request, input));

    app.procedure(declared.assignManager, ({ input, request }) => assignManager(app, request, input));

    app.procedure(declared.listManagers, async ({ input, platform }) => {
      const { rows, next, count } = await readPage(app, platform.id, MANAGERS, input);
      return { people: rows, next, count };
    });

    app.procedure(declared.inviteManager, async ({ input, platform, request }) => ({
      personId: await inviteStaff(app, platform.id, request, { ...input, role: 'manager' }),
    }));

    app.procedure(declared.revokeManager, ({ input, request }) => revokeManager(app, request, input.personId));

    app.procedure(declared.listFunctionaries, async ({ input, request }) => {
      const target = await resolveOperated(app, request, input.platformId);
      const { rows, next, count } = await readPage(app, target, FUNCTIONARIES, input);
      return { people: rows, next, count };
    });

    app.procedure(declared.inviteFunctionary, async ({ input: { platformId, ...input }, request }) => ({
      personId: await inviteStaff(app, await resolveOperated(app, request, platformId), request, {
        ...input,
        role: 'admin',
      }),
    }));

    app.procedure(declared.setPermissions, async ({ input: { platformId, ...input }, request }) =>
      setPermissions(app, await resolveOperated(app, request, platformId), request, input),
    );

    app.procedure(declared.revokeFunctionary, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      await revokeFunctionary(app, platformId, request, input.personId);
    });

    app.procedure(declared.listManagedUsers, async ({ input, platform, person }) => {
      const sought = await seekPeople(app, platform.id, input.search, { seesDocuments: false });
      const filter = { ...input, search: undefined, ...sought, managerId: person.id };
      const { rows, next, count } = await readPage(app, platform.id, USERS, filter);
      return { people: rows, next, count };
    });
  },
  { name: 'people-procedures', dependencies: ['procedures', 'database', 'data-keys', 'platforms'] },
);
