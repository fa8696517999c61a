/** Stops of providers: a master ends new payments through a provider, or one version of it, on all their platforms at once. */

import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  GUARDED,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { MASTER, type Procedure } from '../procedure.ts';

const providerSchema = textSchema(64, 1);
const versionSchema = textSchema(64, 1);

export const listProviders = {
  name: 'providerStops.listProviders',
  kind: 'query',
  summary:
    "Lists the providers and versions that connections of the caller's platforms use, and which of them are stopped.",
  access: MASTER,
  limit: READING,
  input: nothingSchema,
  output: record({
    providers: {
      type: 'array',
      items: record({
        provider: providerSchema,
        version: versionSchema,
        /** The enabled connections that use the version, and the platforms that have one. */
        connections: countSchema,
        platforms: countSchema,
        isStopped: { type: 'boolean' },
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const listStops = {
  name: 'providerStops.listStops',
  kind: 'query',
  summary: "Lists the stops that the masters of the caller's platform made, newest first.",
  access: MASTER,
  limit: READING,
  input: optional(page),
  output: pageOf(
    record({
      id: uuidSchema,
      provider: providerSchema,
      /** Null for every version. */
      version: nullable(versionSchema),
      reason: textSchema(300),
      stoppedAt: dateTimeSchema,
      stoppedBy: textSchema(120),
      liftedAt: nullable(dateTimeSchema),
      liftedBy: nullable(textSchema(120)),
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const stopProvider = {
  name: 'providerStops.stopProvider',
  kind: 'mutation',
  summary:
    "Stops a provider, or one version of it, on the caller's platform and every platform that it operates: within seconds no node begins a payment, a withdrawal or a receiver there. What is under way is still looked up, refunded and settled.",
  access: MASTER,
  protects: 'money',
  limit: CHANGING,
  input: recordWith({ provider: providerSchema, reason: textSchema(300, 4) }, { version: versionSchema }),
  output: record({ stopId: uuidSchema }),
  errors: [...GUARDED, 'STOP_REPEATED', 'PROVIDER_UNUSED'],
} as const satisfies Procedure;

export const liftStop = {
  name: 'providerStops.liftStop',
  kind: 'mutation',
  summary: 'Lifts a stop: the provider takes new payments again on every platform.',
  access: MASTER,
  protects: 'money',
  limit: CHANGING,
  input: record({ stopId: uuidSchema }),
  output: nothingSchema,
  errors: [...GUARDED, 'STOP_NOT_FOUND'],
} as const satisfies Procedure;

export const providerStopsErrors = {
  STOP_REPEATED: { status: 409, 'pt-BR': 'Isto já está parado.', en: 'This is already stopped.' },
  STOP_NOT_FOUND: { status: 404, 'pt-BR': 'Esta parada já terminou.', en: 'This stop has already been lifted.' },
  PROVIDER_UNUSED: {
    status: 422,
    'pt-BR': 'Nenhuma conexão ativa usa este provedor nesta versão.',
    en: 'No enabled connection uses this provider in this version.',
  },
} as const satisfies ErrorTexts;
