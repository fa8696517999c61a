/** A CPF, CNPJ or card number: eleven digits or more of any script, grouped or not. A colon parts times, and letters part words. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{Pd}\p{Pc}\p{Default_Ignorable_Code_Point}./\\|,;*+·•．／－，]{0,3}\p{Nd}){10,}/gu;
const CNPJ_WITH_LETTERS = /\b[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}\b/g;

/** Takes documents and card numbers out of a provider's words, which may quote what they refuse. */
export function redactNumbers(text: string): string {
  return text.replace(LONG_NUMBER, '***').replace(CNPJ_WITH_LETTERS, '***');
}
