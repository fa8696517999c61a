/** Stands between the core and an adapter: whatever the adapter does, the core gets a valid result or a ProviderError. */

import { mandateChargeResultSchema, mandateResultSchema } from '@feira/schemas/mandate';
import type { Manifest } from '@feira/schemas/manifest';
import { personCheckResultSchema } from '@feira/schemas/person-check';
import {
  cardDeletionResultSchema,
  cardTokenResultSchema,
  OPERATIONS,
  type Operation,
  type Provider,
  receiverDocumentResultSchema,
  receiverDocumentsResultSchema,
  receiverLinkResultSchema,
  receiverResultSchema,
  refundResultSchema,
  transactionResultSchema,
  type WebhookRegistration,
  type WebhookSecrets,
  webhookResultSchema,
  withdrawQuestionSchema,
  withdrawResultSchema,
} from '@feira/schemas/provider';
import { outcomeResultSchema, scoreResultSchema } from '@feira/schemas/score';
import type { ErrorObject } from 'ajv';
import { isProviderError, ProviderError } from '../errors.ts';
import { createValidator, type Validator } from '../validator.ts';
import { checkRequest, refuseOperation } from './check-request.ts';
import { keepDeclaredStep, type StepRules } from './next-step.ts';
import { readReferences, writeReferences } from './reference.ts';
import { listProofSecrets } from './webhook-rules.ts';

/** Every operation is callable; one the provider does not have throws UNSUPPORTED. */
export type CheckedProvider = Required<Provider>;

interface Check {
  schema: object;
  validate: Validator;
  /** null says: the provider is sure that it has no such thing. */
  mayBeNull: boolean;
}
const check = (schema: object, mayBeNull = false): Check => ({
  schema,
  validate: createValidator(schema),
  mayBeNull,
});
const transaction = check(transactionResultSchema);
const cardToken = check(cardTokenResultSchema);
const refund = check(refundResultSchema);
const withdraw = check(withdrawResultSchema);
const receiver = check(receiverResultSchema);
const mandate = check(mandateResultSchema);
const mandateCharge = check(mandateChargeResultSchema);
/** The schema of the result of each operation. */
export const CHECKS: Record<Operation, Check> = {
  createCardToken: cardToken,
  createCardId: cardToken,
  deleteCard: check(cardDeletionResultSchema, true),
  createTransaction: transaction,
  getTransaction: { ...transaction, mayBeNull: true },
  refund,
  capture: transaction,
  void: transaction,
  withdraw,
  getWithdraw: { ...withdraw, mayBeNull: true },
  createReceiver: receiver,
  getReceiver: { ...receiver, mayBeNull: true },
  getReceiverDocuments: check(receiverDocumentsResultSchema),
  sendReceiverDocument: check(receiverDocumentResultSchema),
  getReceiverLink: check(receiverLinkResultSchema, true),
  processWebhook: check(webhookResultSchema),
  authorizeWithdraw: check(withdrawQuestionSchema),
  createMandate: mandate,
  getMandate: { ...mandate, mayBeNull: true },
  cancelMandate: mandate,
  chargeMandate: mandateCharge,
  getMandateCharge: { ...mandateCharge, mayBeNull: true },
  retryMandateCharge: mandateCharge,
  cancelMandateCharge: mandateCharge,
  refundMandateCharge: refund,
  scoreTransaction: check(scoreResultSchema),
  reportOutcome: check(outcomeResultSchema),
  checkPerson: check(personCheckResultSchema),
  getPersonCheck: check(personCheckResultSchema, true),
};

const CODES = ['UNAVAILABLE', 'UNAUTHORIZED', 'INVALID_REQUEST', 'INVALID_ANSWER', 'UNSUPPORTED'];
const OUTCOMES = ['NOT_SENT', 'REJECTED', 'UNKNOWN'];

/**
 * Wraps an adapter so that wrong shapes and stray exceptions never reach the core, and no request that its manifest rules out
 * ever reaches the adapter.
 */
export function checkedProvider(provider: Provider, manifest: Manifest, rules: StepRules = {}): CheckedProvider {
  const declared = new Set<string>(manifest.operations);
  const operations = OPERATIONS.map((operation) => {
    const run = declared.has(operation) ? provider[operation] : undefined;
    const call =
      typeof run === 'function'
        ? (input: unknown) =>
            callChecked(operation, async () => {
              checkRequest(manifest, operation, input);
              const result = await callTranslated(
                manifest,
                (request) => (run as (input: unknown) => unknown).call(provider, request),
                input,
              );
              return CHARGING.includes(operation) ? keepDeclaredStep(manifest, input, result, rules) : result;
            })
        : (input: unknown) => Promise.reject(refuseOperation(manifest, operation, input));
    return [operation, call];
  });
  const { ensureWebhook } = provider;
  const register = ensureWebhook
    ? async (input: WebhookRegistration) =>
        checkWebhookSecrets(manifest, await runGuarded('ensureWebhook', () => ensureWebhook.call(provider, input)))
    : () => Promise.reject(unsupported());
  return Object.fromEntries([...operations, ['ensureWebhook', register]]) as CheckedProvider;
}

const CHARGING: readonly Operation[] = ['createTransaction', 'getTransaction'];

/** Only what proves webhooks may come from the provider: no other credential of the connection changes without a person. */
function checkWebhookSecrets(manifest: Manifest, result: unknown): WebhookSecrets | undefined {
  const { secrets } = (result ?? {}) as WebhookSecrets;
  if (!secrets) return;
  const allowed = listProofSecrets(manifest);
  for (const [name, reference] of Object.entries(secrets)) {
    if (allowed.includes(name) && typeof reference === 'string') continue;
    throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', `ensureWebhook told "${name}", which proves no webhook.`);
  }
  return { secrets };
}

/** Calls with our references in the form that the manifest declares, and reads those of the result back. */
async function callTranslated(
  manifest: Manifest,
  run: (request: unknown) => unknown,
  request: unknown,
): Promise<unknown> {
  const { reference: form } = manifest;
  if (!form) return run(request);
  return readReferences(form, await run(writeReferences(form, request)), request);
}

const unsupported = () => new ProviderError('UNSUPPORTED', 'NOT_SENT', 'Method not implemented.');

async function runGuarded(operation: string, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (isProviderError(error) && CODES.includes(error.code) && OUTCOMES.includes(error.outcome)) throw error;
    // The specification's words for a refund that failed in another way than by a refusal.
    const message = operation === 'refund' ? 'Internal server error' : `${operation} failed on an unexpected answer.`;
    throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', message, { cause: error });
  }
}

/** Fields that only decorate: one that is not valid is left out, because it is worth less than the rest of the result. */
const { cardBrand, cardLastDigits, declineCode } = transactionResultSchema.properties;
const { cardExpiry } = cardTokenResultSchema.properties;
const DECORATIONS = Object.entries({ cardBrand, cardLastDigits, cardExpiry, declineCode }).map(
  ([name, schema]) => [name, createValidator(schema)] as const,
);

function withoutBadDecorations(result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result;
  const fields = new Map(Object.entries(result));
  const bad = DECORATIONS.filter(([name, isValid]) => fields.get(name) !== undefined && !isValid(fields.get(name)));
  if (bad.length === 0) return result;
  for (const [name] of bad) fields.delete(name);
  return Object.fromEntries(fields);
}

async function callChecked(operation: Operation, run: () => unknown): Promise<unknown> {
  const result = withoutBadDecorations(await runGuarded(operation, run));
  const { validate, mayBeNull } = CHECKS[operation];
  if ((result === null && mayBeNull) || validate(result)) return result;
  const message = `The result of ${operation} is not valid: ${describe(validate.errors[0])}.`;
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', message);
}

/** Names the field, never its value. */
function describe(error: ErrorObject | undefined): string {
  if (!error) return 'it does not match the contract';
  const field = error.instancePath.slice(1).replaceAll('/', '.') || 'the result';
  const extra = error.keyword === 'additionalProperties' ? ` ("${String(error.params.additionalProperty)}")` : '';
  return `${field} ${error.message ?? 'is wrong'}${extra}`;
}
