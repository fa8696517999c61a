/** The part of the provider contract by which a package looks at the documents of a person and says whether they prove who that is. */
import type { FromSchema } from './common.ts';
import { recordWith } from './parts.ts';
import { type ReceiverFile, shortText, statusWord, text } from './provider-fields.ts';
import { REFUSAL_REASONS, VERIFICATION_DOCUMENTS, type VerificationDocument } from './verification.ts';

/** REVIEW: the provider will not say, and a person has to look. It is what unknown words mean. */
export const PERSON_CHECK_STATUSES = ['PENDING', 'VERIFIED', 'REFUSED', 'REVIEW'] as const;
export type PersonCheckStatus = (typeof PERSON_CHECK_STATUSES)[number];

/** The documents of one person, for one check of them. */
export interface PersonCheckRequest {
  /** Ours, one each time that a person hands documents in: the same is checked once. */
  reference: string;
  name: string;
  document: string;
  documentType: 'CPF' | 'CNPJ';
  email: string;
  /** The files, by what they are. The bytes stay with the host, as those of receivers do. */
  files: Partial<Record<VerificationDocument, ReceiverFile>>;
  /** The address that events about it go to, for providers that ask for it with each call. */
  webhookUrl: string;
}

export interface PersonCheckLookup {
  personCheckId: string;
  reference: string;
}

export const personCheckResultSchema = recordWith(
  { personCheckId: shortText, providerStatus: statusWord },
  {
    /** The provider's own words, for the platform's team. */
    reason: text,
    /** The documents that will not do, in the platform's reasons. */
    refusals: {
      type: 'array',
      maxItems: 5,
      items: recordWith(
        { kind: { type: 'string', enum: VERIFICATION_DOCUMENTS }, reason: { type: 'string', enum: REFUSAL_REASONS } },
        {},
      ),
    },
  },
);
export type PersonCheckResult = FromSchema<typeof personCheckResultSchema>;
