import * as declared from '@feira/schemas/procedures/marketplace';
import fp from 'fastify-plugin';
import type { Person } from '../../plugins/sessions.ts';
import { type CatalogueReader, describePackage, listCatalogue } from './catalogue.ts';
import { inspect, install, remove } from './service.ts';
import { addPublisher, readTrust, removePublisher, setSignatureRequired } from './trust.ts';

const toReader = (platformId: string, { roles }: Pick<Person, 'roles'>): CatalogueReader => ({
  platformId,
  isMaster: roles.includes('master'),
});

export default fp(
  async (app) => {
    app.procedure(declared.listPackages, ({ input, platform, person }) =>
      listCatalogue(app, toReader(platform.id, person), input.isBrief),
    );

    app.procedure(declared.getPackage, ({ input, platform, person }) =>
      describePackage(app, toReader(platform.id, person), input.provider, input.version),
    );

    app.procedure(declared.inspectPackage, ({ input, platform }) => inspect(app, platform.id, input));

    app.procedure(declared.installPackage, ({ input, request }) => install(app, request, input));

    app.procedure(declared.removePackage, ({ input, request }) => remove(app, request, input.provider, input.version));

    app.procedure(declared.getTrust, ({ platform }) => readTrust(app, platform.id));

    app.procedure(declared.setSignatureRequired, ({ input, request }) =>
      setSignatureRequired(app, request, input.requiresSignature),
    );

    app.procedure(declared.addPublisher, async ({ input, request }) => ({
      fingerprint: await addPublisher(app, request, input),
    }));

    app.procedure(declared.removePublisher, ({ input, request }) => removePublisher(app, request, input.fingerprint));
  },
  { name: 'marketplace-procedures', dependencies: ['procedures', 'providers', 'nodes', 'database'] },
);
