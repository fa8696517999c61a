/** The words of identity verification that settings, procedures and pages share. */
import { amountSchema } from './common.ts';
import { record } from './parts.ts';

/** The documents of the specification, by its names. */
export const VERIFICATION_DOCUMENTS = [
  'photoDocument',
  'photoPersonWithDocument',
  'photoDocumentSocialContract',
  'addressProof',
  'balanceSheet',
] as const;
export type VerificationDocument = (typeof VERIFICATION_DOCUMENTS)[number];

/** Documents that a person with a CPF can be asked for: people have no articles of association. */
export const PERSON_DOCUMENTS = [
  'photoDocument',
  'photoPersonWithDocument',
  'addressProof',
  'balanceSheet',
] as const satisfies readonly VerificationDocument[];

/**
 * NONE: nothing was sent or asked for. ASKED: the team waits for the person's documents. IN_REVIEW: the person waits for the team.
 * EXPIRED: it was good, for the time that the platform has set.
 */
export const VERIFICATION_STATUSES = ['NONE', 'ASKED', 'IN_REVIEW', 'VERIFIED', 'REFUSED', 'EXPIRED'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** Why the team does not accept a document. */
export const REFUSAL_REASONS = [
  'UNREADABLE',
  'INCOMPLETE',
  'WRONG_DOCUMENT',
  'EXPIRED_DOCUMENT',
  'OTHER_PERSON',
  'ALTERED',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** The largest file, in bytes. */
export const VERIFICATION_FILE_BYTES = 5_242_880;

/** BEFORE_SALES holds for withdrawals, too. ABOVE_AMOUNT: once a person's withdrawals together exceed `freeUpTo`. */
export const VERIFICATION_DEMANDS = ['NEVER', 'BEFORE_SALES', 'BEFORE_WITHDRAWALS', 'ABOVE_AMOUNT'] as const;
export type VerificationDemand = (typeof VERIFICATION_DEMANDS)[number];

/** ADVISES: a provider looks at documents, and the team decides. DECIDES: its verdict counts, unless two members of the team are needed. */
export const VERIFICATION_PROVIDERS = ['NONE', 'ADVISES', 'DECIDES'] as const;
export type VerificationProvider = (typeof VERIFICATION_PROVIDERS)[number];

export const verificationRulesSchema = record({
  demand: { type: 'string', enum: VERIFICATION_DEMANDS },
  /** The cents that a person may withdraw in all before ABOVE_AMOUNT demands a verification, in the platform's currency. */
  freeUpTo: amountSchema,
  documentsOfPeople: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: PERSON_DOCUMENTS },
    uniqueItems: true,
  },
  documentsOfCompanies: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: VERIFICATION_DOCUMENTS },
    uniqueItems: true,
  },
  /** The months after which a verification expires. */
  validMonths: { type: 'integer', minimum: 1, maximum: 120 },
  /** The days for which files stay after a refusal, an expiry or an upload that nobody submitted. */
  keptDays: { type: 'integer', minimum: 7, maximum: 3_650 },
  /** Two members of the team verify a person whose balances together exceed this, in cents of the platform's currency. */
  secondApprovalAbove: amountSchema,
  /** Whether documents are handed to a provider that looks at them. */
  provider: { type: 'string', enum: VERIFICATION_PROVIDERS },
});
