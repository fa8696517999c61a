/** The ways in which a lost answer can be made good: repeated calls, and asking for what became of one. */
import type { FromSchema } from '../common.ts';
import { optional, recordWith } from '../parts.ts';
import { OPERATIONS, type Operation, WITHDRAWAL_METHODS } from '../provider.ts';
import { type Evidence, evidenceSchema } from './evidence.ts';
import { headerName, type MoneyUnit, moneyUnit } from './names.ts';

/**
 * The form of the references that the provider takes, where a UUID with hyphens does not fit: the host writes ours in it and reads it back.
 * digits: 0-9; hex: 0-9 a-f; lowercase: 0-9 a-z; alphanumeric: 0-9 a-z A-Z. Where not even that fits, `digest` sends a digest of ours, which is
 * known again in the answer to the same request alone.
 */
export const referenceSchema = recordWith(
  {
    alphabet: { type: 'string', enum: ['digits', 'hex', 'lowercase', 'alphanumeric'] },
    maxLength: { type: 'integer', minimum: 16, maximum: 256 },
  },
  { minLength: { type: 'integer', minimum: 1, maximum: 256 }, digest: { type: 'boolean' } },
);
export type ReferenceForm = FromSchema<typeof referenceSchema>;

/** The operations that are known in another way than `evidence` says of the package. */
export const evidenceByOperationSchema = optional(Object.fromEntries(OPERATIONS.map((name) => [name, evidenceSchema])));
export type EvidenceByOperation = Partial<Record<Operation, Evidence>>;

/** The days on which operations were seen working at the provider itself, each proven by the package's verification.json. */
export const verifiedByOperationSchema = optional(
  Object.fromEntries(OPERATIONS.map((name) => [name, { type: 'string', format: 'date' } as const])),
);
export type VerifiedByOperation = Partial<Record<Operation, string>>;

export const idempotencySchema = recordWith(
  { supported: { type: 'boolean' } },
  { header: headerName, ttlSeconds: { type: 'integer' } },
);

/**
 * The ways in which single operations differ from what the manifest says. An adapter of code writes the idempotency header of such an operation
 * itself, among `headers`; a description's is written by the host.
 */
export const byOperationSchema = optional(
  Object.fromEntries(
    OPERATIONS.map((name) => [name, optional({ moneyUnit, answerUnit: moneyUnit, idempotency: idempotencySchema })]),
  ),
);
export interface OperationRules {
  moneyUnit?: MoneyUnit;
  answerUnit?: MoneyUnit;
  idempotency?: FromSchema<typeof idempotencySchema>;
}

/** `byReference` is true where the platform's reference finds a lost charge; the provider may need `lagSeconds` to show it. */
export const lookupSchema = recordWith(
  { byReference: { type: 'boolean' }, lagSeconds: { type: 'integer', minimum: 0 } },
  {
    /**
     * The same for withdrawals: getWithdraw finds one by our reference alone, and its null means that there is none. Unless
     * told, a withdrawal whose answer was lost is a person's to find out about.
     */
    withdrawByReference: { type: 'boolean' },
    /** The same for mandates and for their charges: getMandate and getMandateCharge find one by our reference alone. */
    mandateByReference: { type: 'boolean' },
    mandateChargeByReference: { type: 'boolean' },
    /**
     * The methods whose withdrawals getWithdraw answers about: all of them unless told. Of the others, and where a provider has no
     * getWithdraw, events tell the end: a signed one, or two of a proven sender that agree.
     */
    withdraw: { type: 'array', items: { type: 'string', enum: WITHDRAWAL_METHODS }, minItems: 1, uniqueItems: true },
    /** The seconds after a receiver's creation before the host asks about its documents: the provider needs that time to decide. */
    documentsLagSeconds: { type: 'integer', minimum: 0 },
  },
);
