import { MONEY_RULES, type PlatformSettings, withDefaultSettings } from '@feira/schemas/platform';
import * as declared from '@feira/schemas/procedures/platforms';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { type AuditEntry, recordOperated } from '../audit/service.ts';
import { addHost, readHost, removeHost } from '../domains/service.ts';
import { proposeRules } from '../money-rules/service.ts';
import { changeByForm, changePlatform, readFormVersions } from '../settings/service.ts';
import { createPlatform } from './create-platform.ts';
import { type PlatformRow, selectPlatform, selectPlatforms } from './model.ts';

const toPlatform = ({ createdAt, id, name, status, hosts }: PlatformRow, ownId: string) => ({
  id,
  name,
  status,
  isOwn: id === ownId,
  hosts,
  createdAt,
});

/** Returns the money rules, which change by a proposal, and the settings that change at once. */
function splitSettings(settings: Partial<PlatformSettings>): Record<'rules' | 'rest', Partial<PlatformSettings>> {
  const isRule = ([name]: [string, unknown]) => MONEY_RULES.some((rule) => rule === name);
  const named = Object.entries(settings).filter(([, value]) => value !== undefined);
  return {
    rules: Object.fromEntries(named.filter(isRule)),
    rest: Object.fromEntries(named.filter((entry) => !isRule(entry))),
  };
}

/** Only money rules are checked against connections. */
const NO_CHOICES = { splitsSales: false, payers: [] };

export default fp(
  async (app) => {
    const recorder = (request: FastifyRequest, platformId: string) => (entry: AuditEntry) =>
      recordOperated(request, platformId, entry);

    app.procedure(declared.listPlatforms, async ({ platform }) => {
      const rows = await app.database.list(platform.id, selectPlatforms(platform.id), true);
      return { platforms: rows.map((row) => toPlatform(row, platform.id)) };
    });

    app.procedure(declared.getPlatform, async ({ input, platform, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      const versions = await readFormVersions(app, platformId);
      const row = (await app.database.find(platformId, selectPlatform(platformId), true))!;
      return { ...toPlatform(row, platform.id), settings: withDefaultSettings(row.settings), ...versions };
    });

    app.procedure(declared.createPlatform, async ({ input, request }) => ({
      platformId: await createPlatform(app, request, input),
    }));

    app.procedure(declared.updatePlatform, async ({ input, ...call }) => {
      const { platformId: id, version, customizationVersion, ...change } = input;
      const { platform, person, request } = call;
      const platformId = await resolveOperated(app, request, id);
      if (platformId === platform.id && change.status === 'DISABLED') {
        throw new AppError('PLATFORM_SELF', { fields: ['status'] });
      }
      const { rules, rest } = splitSettings(change.settings ?? {});
      const options = {
        type: 'platform.changed',
        record: recorder(request, platformId),
        by: person.name,
        read: { SETTINGS: version, CUSTOMIZATION: customizationVersion },
        toField: (setting: string) => `settings.${setting}`,
      } as const;
      const other = { ...change, settings: rest };
      if (Object.keys(rules).length === 0) {
        await changePlatform(app, platformId, other, options);
        return {};
      }
      return proposeRules(
        app,
        { platformId, request, person },
        {
          kind: 'SETTINGS',
          subject: platformId,
          version,
          values: rules,
          toField: options.toField,
          alongside: (transaction) => changeByForm(transaction, platformId, other, { ...options, choices: NO_CHOICES }),
        },
      );
    });

    app.procedure(declared.addHost, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      await addHost(app, platformId, readHost(app, input.host), recorder(request, platformId));
    });

    app.procedure(declared.removeHost, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      await removeHost(app, platformId, input.host, recorder(request, platformId));
    });
  },
  { name: 'platforms-procedures', dependencies: ['procedures', 'platforms', 'data-keys'] },
);
