import * as declared from '@feira/schemas/procedures/marketplace';
import fp from 'fastify-plugin';
import { describePackage, listCatalogue } from './catalogue.ts';
import { inspect, install, remove } from './service.ts';
import { addPublisher, readTrust, removePublisher, setSignatureRequired } from './trust.ts';

export default fp(
  async (app) => {
    app.procedure(declared.listPackages, ({ platform }) => listCatalogue(app, platform.id));

    app.procedure(declared.getPackage, ({ input, platform }) =>
      describePackage(app, platform.id, input.provider, input.version),
    );

    app.procedure(declared.inspectPackage, ({ input, platform }) => inspect(app, platform.id, input));

    app.procedure(declared.installPackage, ({ input, request }) => install(app, request, input));

    app.procedure(declared.removePackage, ({ input, request }) => remove(app, request, input.provider, input.version));

    app.procedure(declared.getTrust, async ({ platform }) => {
      const { requiresSignature, publishers } = await readTrust(app, platform.id);
      return {
        requiresSignature,
        publishers: publishers.map(({ fingerprint, name, addedBy, addedAt }) => ({
          fingerprint,
          name,
          addedBy,
          addedAt: addedAt.toISOString(),
        })),
      };
    });

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
