/** Cases of stores: each seller has one, and shows products of their own. */
import { type Context, type ProcedureCase, plain } from '../case.ts';

const FIELDS = { isPublished: false, address: 'minha-loja', title: '', about: '', colorPrimary: null };
/** An administrator who sells as well has saved no store yet. */
const saved = ({ caller }: Context, productIds: string[]) => ({
  ...FIELDS,
  version: caller.name === 'admin-password' ? 0 : 1,
  productIds,
});

export const STORE: Record<string, ProcedureCase> = {
  'store.getMyStore': plain(),
  'store.saveMyStore': {
    ids: ['productIds'],
    variants: {
      own: { input: (context) => saved(context, []), outcome: 'ok' },
      foreign: { input: (context) => saved(context, [context.foreign.productId]), outcome: 'PRODUCT_NOT_FOUND' },
    },
  },
};
