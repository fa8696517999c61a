/** Cases of the sites that show checkouts: each seller has their own list, and names no row. */
import { type ProcedureCase, plain } from '../case.ts';

export const EMBEDDING: Record<string, ProcedureCase> = {
  'embedding.getEmbedding': plain(),
  'embedding.updateEmbedding': plain(() => ({ origins: ['https://loja.example.com'] })),
};
