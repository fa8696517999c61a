/** The sites that may show a seller's checkouts in a frame. */

import { MOST_EMBED_ORIGINS } from '../../rules/embed-origin.ts';
import { textSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { GUARDED, optional, REFUSALS, record } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

/** Origins such as https://shop.example.com. Wildcards are refused; http://localhost is for trying. */
const origins = {
  type: 'array',
  maxItems: MOST_EMBED_ORIGINS,
  items: textSchema(300, 1),
} as const;

export const getEmbedding = {
  name: 'embedding.getEmbedding',
  kind: 'query',
  summary: "Returns the origins of pages that may show the signed-in seller's checkouts in a frame.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /embedding/origins', resource: 'embedding' },
  input: optional({}),
  output: record({ origins }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const updateEmbedding = {
  name: 'embedding.updateEmbedding',
  kind: 'mutation',
  summary:
    "Sets all origins of pages that may show the signed-in seller's checkouts in a frame, and returns them as browsers write them.",
  access: SELLER,
  protects: 'credentials',
  limit: CHANGING,
  api: { call: 'PUT /embedding/origins', resource: 'embedding' },
  input: record({ origins }),
  output: record({ origins }),
  errors: [...GUARDED, 'EMBED_ORIGIN_INVALID'],
} as const satisfies Procedure;

export const embeddingErrors = {
  EMBED_ORIGIN_INVALID: {
    status: 422,
    'pt-BR':
      'Use a origem do site, como https://loja.com.br, sem caminho e sem asterisco. Para testar, vale http://localhost.',
    en: 'Use the origin of the site, such as https://shop.com, without a path and without an asterisk. For trying, http://localhost works.',
  },
} as const satisfies ErrorTexts;
