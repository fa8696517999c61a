/** Funnels of a seller: trees of upsells and downsells that buyers are offered after a purchase. */

import { versionSchema } from '../catalogue.ts';
import { currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { schemasOf } from '../entities/entity.ts';
import { funnel } from '../entities/funnel.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { countSchema, nothingSchema, page, pageOf, REFUSALS, record, recordWith, sumSchema } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

const terms = schemasOf(funnel);

/** The numbers of one step. Times that buyers were shown it and how they answered, and the sales that were paid. */
const stepFiguresSchema = record({
  stepId: uuidSchema,
  shown: countSchema,
  accepted: countSchema,
  declined: countSchema,
  paid: countSchema,
  /** Cents that buyers paid and did not get back, in the currency of the entry offer. */
  revenue: sumSchema,
});

const summary = {
  id: uuidSchema,
  name: textSchema(80),
  offerId: uuidSchema,
  offerTitle: textSchema(120),
  currency: currencySchema,
  isEnabled: { type: 'boolean' },
  createdAt: dateTimeSchema,
} as const;

const CHECKS = ['OFFER_NOT_FOUND', 'FUNNEL_TREE_INVALID', 'FUNNEL_OFFER_UNSUITABLE', 'FUNNEL_ENTRY_TAKEN'] as const;

export const listMyFunnels = {
  name: 'funnels.listMyFunnels',
  kind: 'query',
  summary: "Lists the signed-in seller's funnels, newest first.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /funnels', resource: 'funnels' },
  input: recordWith({}, page),
  output: pageOf(
    record({ ...summary, steps: countSchema, shown: countSchema, accepted: countSchema, revenue: sumSchema }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getFunnel = {
  name: 'funnels.getFunnel',
  kind: 'query',
  summary: 'Retrieves a funnel with the numbers of each step.',
  access: SELLER,
  limit: READING,
  api: { call: 'GET /funnels/{funnelId}', resource: 'funnels' },
  input: record({ funnelId: uuidSchema }),
  output: record({
    ...summary,
    steps: terms.steps,
    /** The version that an update names, so that two tabs never overwrite each other. */
    version: versionSchema,
    figures: { type: 'array', items: stepFiguresSchema },
  }),
  errors: [...REFUSALS, 'FUNNEL_NOT_FOUND'],
} as const satisfies Procedure;

export const createFunnel = {
  name: 'funnels.createFunnel',
  kind: 'mutation',
  summary: "Creates a funnel behind one of the signed-in seller's offers.",
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /funnels', resource: 'funnels' },
  input: record(terms),
  bodyLimit: 65_536,
  output: record({ funnelId: uuidSchema }),
  errors: [...REFUSALS, ...CHECKS],
} as const satisfies Procedure;

export const updateFunnel = {
  name: 'funnels.updateFunnel',
  kind: 'mutation',
  summary: 'Changes a funnel. A buyer whose step has gone is led on to the end.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'PUT /funnels/{funnelId}', resource: 'funnels' },
  input: record({ funnelId: uuidSchema, version: versionSchema, ...terms }),
  bodyLimit: 65_536,
  output: record({ version: versionSchema }),
  errors: [...REFUSALS, ...CHECKS, 'FUNNEL_NOT_FOUND', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const deleteFunnel = {
  name: 'funnels.deleteFunnel',
  kind: 'mutation',
  summary: 'Deletes a funnel. Sales that it made stay, and say so.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'DELETE /funnels/{funnelId}', resource: 'funnels' },
  input: record({ funnelId: uuidSchema }),
  output: nothingSchema,
  errors: [...REFUSALS, 'FUNNEL_NOT_FOUND'],
} as const satisfies Procedure;

export const funnelsErrors = {
  FUNNEL_NOT_FOUND: { status: 404, 'pt-BR': 'Este funil não existe.', en: 'This funnel does not exist.' },
  FUNNEL_TREE_INVALID: {
    status: 422,
    'pt-BR': 'Cada passo do funil precisa seguir exatamente uma resposta, a partir do primeiro.',
    en: 'Each step of the funnel must follow exactly one answer, beginning at the first step.',
  },
  FUNNEL_OFFER_UNSUITABLE: {
    status: 422,
    'pt-BR': 'Os passos aceitam ofertas de pagamento único na moeda da oferta de entrada.',
    en: 'Steps take offers that are paid once, in the currency of the entry offer.',
  },
  FUNNEL_ENTRY_TAKEN: {
    status: 409,
    'pt-BR': 'Esta oferta já tem um funil ativo. Desative-o ou escolha outra oferta de entrada.',
    en: 'This offer has an active funnel already. Turn it off or choose another entry offer.',
  },
} as const satisfies ErrorTexts;
