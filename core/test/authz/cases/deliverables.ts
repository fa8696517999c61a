/** Cases of what buyers get: sellers write it for their own products, and the secret link of a sale opens it. */
import { accessTokenOf } from '../../../src/modules/deliverables/service.ts';
import { type Context, type Outcome, type Outcomes, type ProcedureCase, plain } from '../case.ts';
import type { Side } from '../sides.ts';

/** Only the platform's first seller, who is "seller" among the callers, reaches the row. */
const ofSeller = (none: Outcome, ok: Outcome = 'ok'): Outcomes => ({ rest: none, seller: ok, impersonated: ok });

const on = (
  name: 'productId' | 'deliverableId',
  extra: Record<string, unknown>,
  own: Outcome = 'ok',
  ids: string[] = [],
): ProcedureCase => {
  const none = name === 'productId' ? 'PRODUCT_NOT_FOUND' : 'DELIVERABLE_NOT_FOUND';
  const mine = ({ other }: Context) => (name === 'productId' ? other.openProductId : other.openDeliverableId);
  const of = (side: Side) => ({ [name]: side[name], ...extra });
  return {
    ids: [name, ...ids],
    variants: {
      own: { input: (context) => ({ [name]: mine(context), ...extra }), outcome: ofSeller(none, own) },
      other: { input: ({ other }) => of(other), outcome: none },
      foreign: { input: ({ foreign }) => of(foreign), outcome: none },
      operated: { input: ({ operated }) => of(operated), outcome: none },
    },
  };
};

const FILE = { kind: 'FILE', title: 'Livro' };

/** Every holder of the link of a sale of this platform opens it. */
const linked = (extra: Record<string, unknown>, outcome: Outcome): ProcedureCase => {
  const input = ({ node }: Context, saleId: string) => ({ token: accessTokenOf(node.app, saleId), ...extra });
  return {
    ids: ['token'],
    variants: {
      own: { input: (context) => input(context, context.ownSale.saleId), outcome },
      other: { input: (context) => input(context, context.other.saleId), outcome },
      foreign: { input: (context) => input(context, context.foreign.saleId), outcome: 'ACCESS_NOT_FOUND' },
      operated: { input: (context) => input(context, context.operated.saleId), outcome: 'ACCESS_NOT_FOUND' },
    },
  };
};

export const DELIVERABLES: Record<string, ProcedureCase> = {
  'deliverables.listDeliverables': on('productId', {}),
  'deliverables.createUpload': plain(() => ({ fileName: 'livro.pdf', bytes: 10 })),
  'deliverables.createDeliverable': {
    ids: ['productId', 'uploadId'],
    variants: {
      ...on('productId', { kind: 'TEXT', title: 'Leia', text: 'Oi' }).variants,
      'other upload': {
        input: ({ other }) => ({ productId: other.openProductId, ...FILE, uploadId: other.uploadId }),
        outcome: 'UPLOAD_NOT_FOUND',
      },
      'foreign upload': {
        input: ({ other, foreign }) => ({ productId: other.openProductId, ...FILE, uploadId: foreign.uploadId }),
        outcome: 'UPLOAD_NOT_FOUND',
      },
    },
  },
  'deliverables.updateDeliverable': {
    ids: ['deliverableId', 'uploadId'],
    variants: {
      ...on('deliverableId', { version: 1, title: 'Outro' }).variants,
      'foreign upload': {
        input: ({ other, foreign }) => ({
          deliverableId: other.openDeliverableId,
          version: 1,
          uploadId: foreign.uploadId,
        }),
        outcome: 'UPLOAD_NOT_FOUND',
      },
    },
  },
  'deliverables.sortDeliverables': on('productId', { version: 1, deliverableIds: [] }, 'EDIT_CONFLICT', [
    'deliverableIds',
  ]),
  'deliverables.removeDeliverable': on('deliverableId', { version: 1 }),
  'deliverables.addKeys': on('deliverableId', { keys: ['AAAA-BBBB'] }),
  'deliverables.deleteFreeKeys': on('deliverableId', { version: 1 }),
  'deliverables.getSaleAccess': {
    ids: ['saleId'],
    variants: {
      own: {
        input: ({ ownSale: { saleId } }) => ({ saleId }),
        outcome: { rest: 'ok', 'admin-password': 'SALE_NOT_FOUND' },
      },
      other: {
        input: ({ other: { saleId } }) => ({ saleId }),
        outcome: { rest: 'SALE_NOT_FOUND', 'admin-with': 'ok' },
      },
      foreign: { input: ({ foreign: { saleId } }) => ({ saleId }), outcome: 'SALE_NOT_FOUND' },
      operated: { input: ({ operated: { saleId } }) => ({ saleId }), outcome: 'SALE_NOT_FOUND' },
    },
  },
  'deliverables.openAccess': linked({}, 'ok'),
  'deliverables.createDownload': {
    ...linked({ deliverableId: '00000000-0000-7000-8000-000000000000' }, 'DELIVERABLE_NOT_FOUND'),
    ids: ['token', 'deliverableId'],
  },
  'deliverables.listAccesses': plain(),
};
