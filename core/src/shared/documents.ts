/** Reads CPF and CNPJ numbers as people type them. */
import type { Locale } from '@feira/schemas/common';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';

export const DOCUMENT_WRONG: Record<Locale, string> = {
  'pt-BR': 'Digite um CPF ou CNPJ válido.',
  en: 'Type a valid CPF or CNPJ.',
};

/** Returns the number without punctuation, as the database stores it; null when it is invalid. */
export function readDocument(typed: string): string | null {
  const document = normalizeDocument(typed);
  return isDocument(document) ? document : null;
}

const CPF_LENGTH = 11;

/** Masks a number, but leaves enough for its owner to recognise it. */
export const maskDocument = (document: string): string =>
  document.length === CPF_LENGTH
    ? `•••.${document.slice(3, 6)}.${document.slice(6, 9)}-••`
    : `••.${document.slice(2, 5)}.${document.slice(5, 8)}/••••-••`;
