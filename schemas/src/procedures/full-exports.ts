/** Everything that a seller has as one ZIP of tables, made by a job. */

import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { GUARDED, nothingSchema, nullable, REFUSALS, record } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

export const FULL_EXPORT_STATES = ['QUEUED', 'MAKING', 'READY'] as const;
export type FullExportState = (typeof FULL_EXPORT_STATES)[number];

/** The exports that a seller may begin in a day. */
export const EXPORTS_A_DAY = 5;
/** The seconds for which the address of a file works. */
export const EXPORT_ADDRESS_SECONDS = 60;

export const createExport = {
  name: 'fullExports.createExport',
  kind: 'mutation',
  summary:
    'Begins a ZIP with everything that the signed-in seller has: catalogue, customers, sales, refunds, subscriptions, payouts, the statement, webhooks without secrets and what was imported. A job makes it within minutes.',
  access: SELLER,
  protects: 'permissions',
  limit: CHANGING,
  input: nothingSchema,
  output: record({ exportId: uuidSchema }),
  errors: [...GUARDED, 'FULL_EXPORT_LIMIT'],
} as const satisfies Procedure;

export const listExports = {
  name: 'fullExports.listExports',
  kind: 'query',
  summary: "Lists the signed-in seller's full exports of the last day, newest first.",
  access: SELLER,
  limit: READING,
  input: nothingSchema,
  output: record({
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        state: { type: 'string', enum: FULL_EXPORT_STATES },
        bytes: nullable({ type: 'integer', minimum: 0 }),
        createdAt: dateTimeSchema,
        /** Until then it can be downloaded; null until it is ready. */
        expiresAt: nullable(dateTimeSchema),
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const openExport = {
  name: 'fullExports.openExport',
  kind: 'mutation',
  summary: 'Returns the address of a full export that is ready. It works for a minute, in the same session.',
  access: SELLER,
  protects: 'permissions',
  limit: CHANGING,
  input: record({ exportId: uuidSchema }),
  output: record({ url: textSchema(400) }),
  errors: [...GUARDED, 'FULL_EXPORT_NOT_FOUND'],
} as const satisfies Procedure;

export const fullExportsErrors = {
  FULL_EXPORT_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Esta exportação não existe, ainda não está pronta ou já foi apagada.',
    en: 'This export does not exist, is not ready yet or was deleted.',
  },
  FULL_EXPORT_LIMIT: {
    status: 409,
    'pt-BR': 'Você já pediu 5 exportações hoje. Baixe uma delas ou espere até amanhã.',
    en: 'You have asked for 5 exports today. Download one of them, or wait until tomorrow.',
  },
} as const satisfies ErrorTexts;
