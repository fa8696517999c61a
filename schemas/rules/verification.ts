/** Says which documents a person still has to send. */
import type { Locale } from '../src/common.ts';
import type { PlatformSettings } from '../src/platform.ts';
import type { RefusalReason, VerificationDocument } from '../src/verification.ts';

/** The Portuguese texts are those of the specification, word for word. */
export const DOCUMENT_MISSING: Record<VerificationDocument, Record<Locale, string>> = {
  photoDocument: { 'pt-BR': 'Foto do documento é obrigatório.', en: 'A photo of the document is required.' },
  photoPersonWithDocument: {
    'pt-BR': 'Foto do documento com pessoa é obrigatório.',
    en: 'A photo of the person holding the document is required.',
  },
  photoDocumentSocialContract: {
    'pt-BR': 'Contrato social é obrigatório.',
    en: 'The articles of association are required.',
  },
  addressProof: { 'pt-BR': 'Comprovante de endereço é obrigatório.', en: 'A proof of address is required.' },
  balanceSheet: { 'pt-BR': 'Balanço patrimonial é obrigatório.', en: 'The balance sheet is required.' },
};

/** Companies have a CNPJ; somebody without a number is asked for what people are asked for. */
export const wantedDocuments = (
  { documentsOfPeople, documentsOfCompanies }: PlatformSettings['verification'],
  documentType: 'CPF' | 'CNPJ' | null,
): readonly VerificationDocument[] => (documentType === 'CNPJ' ? documentsOfCompanies : documentsOfPeople);

interface Sent {
  kind: VerificationDocument;
  refusal: RefusalReason | null;
}

/** Returns the wanted documents that were not sent, or have to be sent again. */
export const findMissing = (wanted: readonly VerificationDocument[], sent: readonly Sent[]): VerificationDocument[] =>
  wanted.filter((kind) => !sent.some((document) => document.kind === kind && document.refusal === null));
