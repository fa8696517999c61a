import * as declared from '@feira/schemas/procedures/settings';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type AuditEntry, recordEvent } from '../audit/service.ts';
import { claimDomain, listDomains, proveDomain, readDomainState, removeHost } from '../domains/service.ts';
import { listChoices } from '../payouts/service.ts';
import { listExpiryLimits } from './expiry-limits.ts';
import { requestConnection, selectOwnHost, selectSteps } from './first-day.ts';
import { changePlatform, readFormVersions, readSettings } from './service.ts';

export default fp(
  async (app) => {
    const recorder = (request: FastifyRequest) => (entry: AuditEntry) => [
      recordEvent(request.platform.id, request, entry),
    ];

    app.procedure(declared.getBrand, async ({ platform: { name, settings } }) => ({
      name,
      customization: settings.customization,
      isRegistrationOpen: settings.isRegistrationOpen,
    }));

    app.procedure(declared.getSettings, async ({ platform }) => ({
      ...(await readFormVersions(app, platform.id)),
      ...(await readSettings(app, platform.id)),
      payers: await listChoices(app, platform.id),
      expiryLimits: await listExpiryLimits(app, platform.id),
    }));

    app.procedure(declared.getFirstDay, async ({ platform: { id } }) => {
      const [steps, hosts] = await app.database.read(id, [selectSteps(id), selectOwnHost(id)], true);
      return { steps: steps.rows, host: hosts.rows[0]?.host ?? null };
    });

    app.procedure(declared.requestConnection, ({ input: _, ...call }) => requestConnection(app, call));

    app.procedure(declared.updateCustomization, ({ input, platform, person, request }) => {
      const { name, version, ...customization } = input;
      return changePlatform(
        app,
        platform.id,
        { name, settings: { customization } },
        {
          type: 'platform.customizationChanged',
          record: recorder(request),
          by: person.name,
          read: { CUSTOMIZATION: version },
          toField: (setting) => setting.replace('customization.', ''),
        },
      );
    });

    app.procedure(declared.listDomains, async ({ platform }) => ({ domains: await listDomains(app, platform.id) }));

    app.procedure(declared.getDomainState, ({ input, platform }) => readDomainState(app, platform.id, input.host));

    app.procedure(declared.claimDomain, ({ input, platform }) => claimDomain(app, platform.id, input.host));

    app.procedure(declared.proveDomain, ({ input, platform, request }) =>
      proveDomain(app, platform.id, input.host, recorder(request)),
    );

    app.procedure(declared.removeDomain, ({ input, platform, request }) =>
      removeHost(app, platform.id, input.host, recorder(request)),
    );
  },
  { name: 'settings-procedures', dependencies: ['procedures', 'platforms', 'dns', 'site-checks'] },
);
