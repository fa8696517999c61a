import { formatCnpj, isCnpj } from './cnpj.ts';
import { formatCpf, isCpf } from './cpf.ts';

/** Drops dots, hyphens, slashes and spaces and upper-cases: a CNPJ may hold letters, so nothing else may go. */
export function normalizeDocument(text: string): string {
  return text.replace(/[.\-/\s]/g, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Returns the kind of document that the text is, by its check digits and never by its length alone; null when it is none. */
export function documentType(text: string): 'CPF' | 'CNPJ' | null {
  if (isCpf(text)) return 'CPF';
  return isCnpj(text) ? 'CNPJ' : null;
}

/** Returns whether the text is a valid CPF or CNPJ. */
export function isDocument(text: string): boolean {
  return documentType(text) !== null;
}

/** Eleven digits as CPF, fourteen characters as CNPJ, otherwise unchanged. */
export function formatDocument(text: string): string {
  const compact = normalizeDocument(text);
  const formatted = compact.length === 11 ? formatCpf(compact) : formatCnpj(compact);
  return formatted === compact ? text : formatted;
}
