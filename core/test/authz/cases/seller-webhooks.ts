/** Cases of webhooks and events: each seller has their own, for their own products, and administrators have the platform's. */

import { type Context, type Outcome, type ProcedureCase, plain } from '../case.ts';
import type { Side } from '../sides.ts';

const TERMS = {
  name: 'CRM',
  url: 'https://crm.example/feira',
  events: ['onBuyApproved'],
  productIds: [],
  isEnabled: true,
};

type Key = 'sellerWebhookId' | 'deliveryId';

/** Administrators who may configure the platform act for all of it. */
export const ownerOf = ({ caller: { permissions } }: Context) =>
  permissions.includes('isConfigAvailable') ? 'PLATFORM' : 'SELLER';

/** The rows that a call may name: the caller's own, and those of others, which are not found. */
const named = (
  field: 'webhookId' | 'deliveryId',
  refusal: Outcome,
  extra: Record<string, unknown> = {},
  ids: string[] = [],
): ProcedureCase => {
  const key: Key = field === 'webhookId' ? 'sellerWebhookId' : 'deliveryId';
  const of = (side: Pick<Side, Key>) => ({ [field]: side[key], ...extra });
  return {
    ids: [field, ...ids],
    variants: {
      own: { input: ({ caller }: Context) => of(caller), outcome: 'ok' },
      other: { input: ({ other }) => of(other), outcome: refusal },
      foreign: { input: ({ foreign }) => of(foreign), outcome: refusal },
      operated: { input: ({ operated }) => of(operated), outcome: refusal },
    },
  };
};

const onWebhook = (extra: Record<string, unknown> = {}, ids: string[] = []) =>
  named('webhookId', 'SELLER_WEBHOOK_NOT_FOUND', extra, ids);
const onDelivery = named('deliveryId', 'SELLER_WEBHOOK_DELIVERY_NOT_FOUND');

export const SELLER_WEBHOOKS: Record<string, ProcedureCase> = {
  'sellerWebhooks.list': plain((context) => ({ owner: ownerOf(context) })),
  'sellerWebhooks.get': onWebhook(),
  'sellerWebhooks.create': {
    ids: ['productIds', 'sellerIds'],
    variants: {
      own: { input: (context) => ({ ...TERMS, owner: ownerOf(context) }), outcome: 'ok' },
      foreign: {
        input: (context) => ({ ...TERMS, owner: ownerOf(context), productIds: [context.foreign.productId] }),
        outcome: 'PRODUCT_NOT_FOUND',
      },
      'foreign seller': {
        input: (context) => ({ ...TERMS, owner: ownerOf(context), sellerIds: [context.foreign.personId] }),
        outcome: 'PERSON_NOT_FOUND',
      },
    },
  },
  'sellerWebhooks.update': {
    ids: ['webhookId', 'productIds', 'sellerIds'],
    variants: {
      ...onWebhook({ version: 1, ...TERMS }).variants,
      'foreign product': {
        input: ({ caller, foreign }) => ({
          webhookId: caller.sellerWebhookId,
          version: 1,
          ...TERMS,
          productIds: [foreign.productId],
        }),
        outcome: 'PRODUCT_NOT_FOUND',
      },
      'foreign seller': {
        input: ({ caller, foreign }) => ({
          webhookId: caller.sellerWebhookId,
          version: 1,
          ...TERMS,
          sellerIds: [foreign.personId],
        }),
        outcome: 'PERSON_NOT_FOUND',
      },
    },
  },
  'sellerWebhooks.remove': onWebhook({ version: 1 }),
  'sellerWebhooks.rotateSecret': onWebhook(),
  'sellerWebhooks.sendTest': onWebhook({ event: 'onBuyApproved' }),
  'sellerWebhooks.listDeliveries': onWebhook(),
  'sellerWebhooks.getDelivery': onDelivery,
  'sellerWebhooks.resend': onDelivery,
  'sellerWebhooks.replay': onWebhook({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T00:00:00.000Z',
    which: 'MISSED',
  }),
};
