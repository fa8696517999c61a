/** Serves the download of the list of users. It is no procedure, because it streams a table of any length. */

import { adminWith } from '@feira/schemas/procedure';
import { type ExportUsersInput, exportUsersInput } from '@feira/schemas/procedures/people';
import fp from 'fastify-plugin';
import { recordEvent } from '../audit/service.ts';
import { openUsers } from './export.ts';
import { seekPeople } from './search.ts';

export default fp(
  async (app) => {
    app.download<ExportUsersInput>({
      url: '/exports/users',
      summary: 'Every user that the filter of people.listUsers finds, as CSV or XLSX.',
      access: adminWith('isExportUsersAvailable'),
      errors: ['LOGIN_REQUIRED', 'ACCESS_DENIED'],
      input: exportUsersInput,
      fileName: { 'pt-BR': 'usuarios', en: 'users' },
      open: async (request, { role, status, search, format }) => {
        const { platform, person, locale } = request;
        const hasDocuments = person?.permissions.includes('isUserDocumentsAvailable') ?? false;
        // The search text may be personal data, so the event only records that there was one.
        const isSearched = Boolean(search?.trim());
        const details = { role: role ?? null, status: status ?? null, isSearched, hasDocuments, format };
        await app.database.run(platform.id, recordEvent(platform.id, request, { type: 'people.exported', details }));
        const sought = await seekPeople(app, platform.id, search, { seesDocuments: hasDocuments });
        return openUsers(app, platform.id, { filter: { role, status, ...sought }, locale, hasDocuments });
      },
    });
  },
  { name: 'people-routes', dependencies: ['downloads', 'database'] },
);
