/** The forms that a manifest declares: the connection's, and what a receiver has to tell. */
import type { FromSchema } from '../common.ts';
import { record, recordWith } from '../parts.ts';
import { VERIFICATION_DOCUMENTS } from '../verification.ts';
import { credentialName, type Localized, localized } from './names.ts';

/** Restricted JSON Schema of the connection form; one property a credential or setting. */
const credentialFieldSchema = recordWith(
  { type: { type: 'string', enum: ['string', 'integer', 'boolean'] }, title: localized },
  {
    description: localized,
    /** Secrets are encrypted, write-only, and named by adapters instead of read. */
    secret: { type: 'boolean' },
    /**
     * certificate: a PEM or PKCS#12 file in the encrypted store. amount: of an integer, cents that people type as money. date: a day, which people
     * choose in a calendar and adapters get as 2026-01-31. file: of `receiverFields` alone, a PDF, PNG or JPEG that the person sends along, which
     * arrives among the `files` of the request.
     */
    format: { type: 'string', enum: ['certificate', 'private-key', 'uri', 'amount', 'date', 'file'] },
    /** Only people (CPF) or only companies (CNPJ) are asked. It is allowed in `receiverFields` alone. */
    onlyFor: { type: 'string', enum: ['CPF', 'CNPJ'] },
    /**
     * The document of the platform's own verification that answers this file, so that the person need not send it again. It is allowed in
     * files of `receiverFields` alone.
     */
    document: { type: 'string', enum: VERIFICATION_DOCUMENTS },
    /** The words that people read while a required field is empty. They are allowed in `receiverFields` alone. */
    missing: localized,
    enum: { type: 'array', items: { type: 'string' } },
    /** The words that people read in the place of the values of `enum`. */
    enumLabels: { type: 'object', additionalProperties: localized },
    /**
     * While the field is empty, these capabilities are off: "PIX", "CREDIT_CARD.refund", "withdraw.PIX", "splits", "receivers", "webhooks". A
     * connection that takes such a method must fill it in, and so must one whose setting has a value: "scheme=basic".
     */
    requiredFor: { type: 'array', items: { type: 'string', pattern: '^[A-Za-z]' }, minItems: 1 },
    pattern: { type: 'string' },
    minLength: { type: 'integer' },
    maxLength: { type: 'integer' },
    default: { type: ['string', 'integer', 'boolean'] },
    examples: { type: 'array', items: { type: 'string' } },
  },
);

/** A form as restricted JSON Schema. */
export const formSchema = record({
  type: { const: 'object' },
  required: { type: 'array', items: credentialName },
  properties: { type: 'object', additionalProperties: credentialFieldSchema },
});

export type CredentialField = Omit<FromSchema<typeof credentialFieldSchema>, 'enumLabels'> & {
  enumLabels?: Record<string, Localized>;
};
export interface ManifestForm {
  type: 'object';
  required: string[];
  properties: Record<string, CredentialField>;
}
