/** Cases of integrations: sellers have their own connections, and administrators those of the platform. */
import { type Context, type ProcedureCase, plain } from '../case.ts';
import type { Side } from '../sides.ts';

const TERMS = { name: 'Utmify', events: ['sale.approved'], productIds: [], isEnabled: true, settings: {} };
const SECRETS = { secrets: { apiToken: 'a-credential-of-utmify' } };

const kindOf = ({ caller: { permissions } }: Context) =>
  permissions.includes('isConfigAvailable') ? 'PLATFORM' : 'SELLER';

/** The connections and deliveries in the table are those of sellers, which nobody else finds. */
const named = (field: 'connectionId' | 'deliveryId', extra: Record<string, unknown> = {}): ProcedureCase => {
  const isConnection = field === 'connectionId';
  const key = isConnection ? 'integrationConnectionId' : 'integrationDeliveryId';
  const refusal = isConnection ? 'INTEGRATION_CONNECTION_NOT_FOUND' : 'INTEGRATION_DELIVERY_NOT_FOUND';
  const of = (side: Pick<Side, typeof key>) => ({ [field]: side[key], ...extra });
  return {
    ids: [field],
    variants: {
      own: { input: ({ caller }: Context) => of(caller), outcome: 'ok' },
      other: { input: ({ other }) => of(other), outcome: refusal },
      foreign: { input: ({ foreign }) => of(foreign), outcome: refusal },
      operated: { input: ({ operated }) => of(operated), outcome: refusal },
    },
  };
};

export const INTEGRATIONS: Record<string, ProcedureCase> = {
  'integrations.list': plain((context) => ({ kind: kindOf(context) })),
  'integrations.get': named('connectionId'),
  'integrations.create': {
    ids: ['productIds'],
    variants: {
      own: {
        input: (context) => ({ ...TERMS, ...SECRETS, kind: kindOf(context), integration: 'utmify' }),
        outcome: 'ok',
      },
      foreign: {
        input: ({ foreign, ...context }) => ({
          ...TERMS,
          ...SECRETS,
          kind: kindOf({ foreign, ...context }),
          integration: 'utmify',
          productIds: [foreign.productId],
        }),
        outcome: 'PRODUCT_NOT_FOUND',
      },
    },
  },
  'integrations.update': {
    ids: ['connectionId', 'productIds'],
    variants: {
      ...named('connectionId', { version: 1, ...TERMS, ...SECRETS }).variants,
      'foreign product': {
        input: ({ caller, foreign }) => ({
          connectionId: caller.integrationConnectionId,
          version: 1,
          ...TERMS,
          ...SECRETS,
          productIds: [foreign.productId],
        }),
        outcome: 'PRODUCT_NOT_FOUND',
      },
    },
  },
  'integrations.remove': named('connectionId', { version: 1 }),
  'integrations.sendTest': named('connectionId', { event: 'sale.approved' }),
  'integrations.listDeliveries': named('connectionId'),
  'integrations.getDelivery': named('deliveryId'),
  'integrations.resend': named('deliveryId'),
};
