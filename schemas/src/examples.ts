/** examples/*.json: what a provider's documentation, or a capture of its API, shows of calls and events; the witness beside a description. */

import { DECLINE_REASONS, type DeclineReason } from './declines.ts';
import type { Json } from './description.ts';
import { type Evidence, evidenceSchema } from './manifest/evidence.ts';
import { STATUS_VALUES, type StatusMaps, type StatusTable } from './manifest/status.ts';
import { optional, recordWith } from './parts.ts';
import { PIX_KEY_TYPES, type PixKeyType, REFUND_RESULTS, type RefundResult } from './provider.ts';

const body = { type: ['object', 'array', 'string'] } as const;
const texts = { type: 'object', additionalProperties: { type: 'string' } } as const;
const wordsWith = (meanings: readonly string[]) =>
  ({ type: 'object', minProperties: 1, additionalProperties: { type: 'string', enum: meanings } }) as const;

export const examplesSchema = {
  $id: 'feira:examples.json',
  ...recordWith(
    {
      /** The page, repository or document that shows them, and the day on which it did. */
      source: { type: 'string', minLength: 4 },
      date: { type: 'string', format: 'date' },
      /** As in plugin.json: inferred is what nobody showed, written down so that it can be told from the rest. */
      evidence: evidenceSchema,
    },
    {
      $schema: { type: 'string' },
      note: { type: 'string' },
      calls: {
        type: 'array',
        items: recordWith(
          { operation: { type: 'string' }, request: { type: 'string', pattern: '^[A-Z]+ /' } },
          {
            /** The payment method or kind of withdrawal, where it makes a difference. */
            kind: { type: 'string' },
            /** The owner's choices, where the manifest's `variants` depend on it: such as the unit of "given". */
            settings: texts,
            query: { type: 'object' },
            headers: texts,
            json: { type: 'object' },
            form: texts,
            /** 200 unless told. */
            status: { type: 'integer', minimum: 200, maximum: 599 },
            answer: body,
            /** Fields of the contract from which a described request is made: what stands where. Amounts in cents. */
            given: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
            /**
             * The keys of the shown request that the package does not send, each with the reason: `{ "json.postbackUrl": "set in the panel" }`.
             * Members of lists have no number.
             */
            notSent: {
              type: 'object',
              minProperties: 1,
              propertyNames: { pattern: '^(query|headers|json|form)\\..' },
              additionalProperties: { type: 'string', minLength: 15 },
            },
            /** Fields of the contract that are read, once all calls of the operation are answered; `status` is what the status word counts as. */
            result: { type: 'object' },
          },
        ),
      },
      events: {
        type: 'array',
        items: recordWith(
          { body: { type: 'object' } },
          {
            ...optional({
              kind: { type: 'string' },
              /** The owner's choices that the result holds for, as in a call. */
              settings: texts,
              headers: texts,
              result: { type: 'object' },
            }).properties,
          },
        ),
      },
      /**
       * The meanings that the source gives to the provider's words, table by table as in `status` of plugin.json. An inferred file must not
       * have any. `refund` has the words that a refund is answered with, `decline` the codes of refused cards, and `keyType` the provider's word
       * for each type of PIX key.
       */
      words: {
        minProperties: 1,
        ...optional({
          ...Object.fromEntries(Object.entries(STATUS_VALUES).map(([table, values]) => [table, wordsWith(values)])),
          refund: wordsWith(REFUND_RESULTS),
          decline: wordsWith(DECLINE_REASONS),
          keyType: {
            type: 'object',
            minProperties: 1,
            propertyNames: { enum: PIX_KEY_TYPES },
            additionalProperties: { type: 'string', minLength: 1 },
          },
        }),
      },
    },
  ),
} as const;

export interface CallExample {
  operation: string;
  request: string;
  kind?: string;
  settings?: Record<string, string>;
  query?: Record<string, Json>;
  headers?: Record<string, string>;
  json?: Record<string, Json>;
  form?: Record<string, string>;
  status?: number;
  answer?: Json;
  given?: Record<string, string | number | boolean>;
  notSent?: Record<string, string>;
  result?: Record<string, Json>;
}
export interface EventExample {
  kind?: string;
  settings?: Record<string, string>;
  headers?: Record<string, string>;
  body: { [name: string]: Json };
  result?: Record<string, Json>;
}
/** The words of each table of `status`, with the meanings that the source of the file gives to them. */
export type StatedWords = {
  [Table in StatusTable]?: Record<string, NonNullable<StatusMaps[Table]>['unknown']>;
} & {
  refund?: Record<string, RefundResult['status']>;
  decline?: Record<string, DeclineReason>;
  keyType?: Partial<Record<PixKeyType, string>>;
};
/** One parsed file of examples/. */
export interface Examples {
  source: string;
  date: string;
  evidence: Evidence;
  note?: string;
  calls?: CallExample[];
  events?: EventExample[];
  words?: StatedWords;
}
