import { pickFields } from '@feira/schemas/entities/entity';
import { store } from '@feira/schemas/entities/store';
import * as declared from '@feira/schemas/procedures/store';
import fp from 'fastify-plugin';
import { selectOwnProducts, selectOwnStore } from './model.ts';
import { saveStore, suggestAddress } from './service.ts';

export default fp(
  async (app) => {
    const baseOf = async (platformId: string) => `${await app.findPlatformUrl(platformId)}/loja/`;

    app.procedure(declared.getMyStore, async ({ platform, person }) => {
      const [row, baseUrl, suggestedAddress] = await Promise.all([
        app.database.find(platform.id, selectOwnStore(platform.id, person.id), true),
        baseOf(platform.id),
        suggestAddress(app, platform.id, person.name),
      ]);
      const selling = { platformId: platform.id, currencies: platform.settings.currencies, now: app.clock.now() };
      const products = selectOwnProducts(selling, person.id, row?.productIds ?? []);
      return {
        store: row ? { ...pickFields(store, row), version: row.version, url: baseUrl + row.address } : null,
        sellerName: person.name,
        suggestedAddress,
        baseUrl,
        products: await app.database.list(platform.id, products, true),
      };
    });

    app.procedure(declared.saveMyStore, async ({ input, ...call }) => {
      const version = await saveStore(app, call, input);
      return { version, url: (await baseOf(call.platform.id)) + input.address };
    });
  },
  { name: 'store-procedures', dependencies: ['procedures', 'database', 'platforms', 'clock'] },
);
