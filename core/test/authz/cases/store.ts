/** Cases of stores: each seller has one, and its products are the seller's. */
import { type ProcedureCase, plain } from '../case.ts';

export const STORE: Record<string, ProcedureCase> = {
  'store.getMyStore': plain(),
  'store.saveMyStore': plain(() => ({
    isPublished: false,
    address: 'minha-loja',
    title: '',
    about: '',
    colorPrimary: null,
    productIds: [],
    version: 0,
  })),
};
