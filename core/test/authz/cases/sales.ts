/** Cases of one sale: its seller and staff reach it, and people with a part in it; no other sale of the fixtures has partners. */
import type { Outcome, Outcomes, ProcedureCase } from '../case.ts';
import type { Fixtures } from '../fixtures.ts';

/** An administrator who also sells, signed in only as a seller, counts as another seller. */
const OWN: Outcomes = { rest: 'SALE_NOT_FOUND', seller: 'ok', impersonated: 'ok', 'admin-with': 'ok' };
const OTHERS: Outcomes = { rest: 'SALE_NOT_FOUND', 'admin-with': 'ok' };

const sale = (own: Outcomes, other: Outcomes): ProcedureCase => ({
  ids: ['saleId'],
  variants: {
    own: { input: ({ ownSale: { saleId } }: Fixtures) => ({ saleId }), outcome: own },
    other: { input: ({ other: { saleId } }) => ({ saleId }), outcome: other },
    foreign: { input: ({ foreign: { saleId } }) => ({ saleId }), outcome: 'SALE_NOT_FOUND' },
    operated: { input: ({ operated: { saleId } }) => ({ saleId }), outcome: 'SALE_NOT_FOUND' },
  },
});

const PARCEL = { carrier: 'Correios' };

/** No sale of the fixtures has physical items. */
const shipment = (extra: object): ProcedureCase => {
  const { ids, variants } = sale('SALE_NOT_FOUND', 'SALE_NOT_FOUND');
  const more = Object.entries(variants).map(([name, { input, outcome }]) => [
    name,
    { input: (context: Parameters<typeof input>[0]) => ({ ...input(context), version: 0, ...extra }), outcome },
  ]);
  return { ids, variants: Object.fromEntries(more) };
};

/** Answers for each of the sales by itself: none of the fixtures has physical items. */
const batch = (
  own: Outcomes,
  other: Outcomes,
  toInput: (saleId: string) => Record<string, unknown>,
): ProcedureCase => ({
  ids: ['saleIds' in toInput('') ? 'saleIds' : 'shipments.saleId'],
  variants: {
    own: { input: ({ ownSale: { saleId } }) => toInput(saleId), outcome: own },
    other: { input: ({ other: { saleId } }) => toInput(saleId), outcome: other },
    foreign: { input: ({ foreign: { saleId } }) => toInput(saleId), outcome: other },
    operated: { input: ({ operated: { saleId } }) => toInput(saleId), outcome: other },
  },
});

const ofSeller = (outcome: Outcome): Outcomes => ({ rest: 'SALE_NOT_FOUND', seller: outcome, impersonated: outcome });

const PRINTED: Outcomes = { rest: 'SALE_NOT_FOUND', seller: 'ok', impersonated: 'ok' };

export const SALES: Record<string, ProcedureCase> = {
  'sales.getSale': sale(OWN, OTHERS),
  'sales.getSaleStory': sale('ok', 'ok'),
  'sales.getBuyerDocument': sale('ok', 'ok'),
  'purchaseMails.resendApproval': sale({ rest: 'SALE_NOT_FOUND', seller: 'ok', impersonated: 'ok' }, 'SALE_NOT_FOUND'),
  'shipping.markShipped': shipment(PARCEL),
  'shipping.markDelivered': shipment({}),
  'shipping.markReturned': shipment({}),
  'fiscalInvoices.getInvoice': sale(OWN, OTHERS),
  // Nothing of the fixtures has a service code.
  'fiscalInvoices.issue': sale(ofSeller('FISCAL_INVOICE_NOT_POSSIBLE'), 'SALE_NOT_FOUND'),
  'fiscalInvoices.cancel': sale(ofSeller('ok'), 'SALE_NOT_FOUND'),
  'fulfilment.markShipped': batch('ok', 'nothing', (saleId) => ({ ...PARCEL, shipments: [{ saleId, version: 0 }] })),
  'fulfilment.markDelivered': batch('ok', 'nothing', (saleId) => ({ shipments: [{ saleId, version: 0 }] })),
  'fulfilment.markReturned': batch('ok', 'nothing', (saleId) => ({ shipments: [{ saleId, version: 0 }] })),
  'fulfilment.printShipments': batch(PRINTED, 'SALE_NOT_FOUND', (saleId) => ({
    kind: 'LABELS',
    saleIds: [saleId],
  })),
};
