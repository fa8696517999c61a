/** Masks documents, card numbers, e-mails and tokens in providers' texts before people see them; the rest stays unchanged. */
import { isCnpj } from '@feira/schemas/rules/cnpj';
import { isCpf } from '@feira/schemas/rules/cpf';

const COVER = '***';

/** Names of fields whose value is a credential or a document. */
const SECRET_NAME =
  /(?:secret|password|passwd|senha|authorization|api[_-]?key|access[_-]?key|private[_-]?key|token|cvv|cvc|security[_-]?code|card[_-]?number)$/i;
const DOCUMENT_NAME = /(?:cpf|cnpj|document|documento|tax[_-]?id|passport)(?:[_-]?number)?$/i;
const ID_NAME = /(?:^|[_\W]|[a-z])(?:id|Id|ID)"?\s*[:=]\s*"?$/;

/** Lengths are bounded, so that no text makes these expressions slow. */
const JSON_FIELD = /"([^"\\]{1,60})"(\s{0,20}:\s{0,20})("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]{0,40})/g;
const FORM_FIELD = /(^|[&?])([\w.[\]%-]{1,60})=([^&\s"]*)/g;
const ESCAPE = /\\(?:u00([2-7][\da-f])|[\s\S])/gi;
const EMAIL_HOST = /(?:@|%40)(?:[\w-]{1,63}\.){1,6}[\w-]{2,24}/g;
const EMAIL_SIGN = /[^\s"'<>()[\]{},;:=&@\\/]/;
const LONGEST_MAILBOX = 64;
const BR_CODE_KEY = /(br\.gov\.bcb\.pix01)(\d{2})([^"\s]{1,99})/gi;
const SPACED_DOCUMENT =
  /(?<!\d)\d{3}[. ]\d{3}[. ]\d{3}[.\- ]?\d{2}(?!\d)|\b[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-?\d{2}(?!\d)/gi;
const GROUPED_CARD = /(?<!\d)(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5})(?!\d)/g;
const LONG_NUMBER = /(?<!\d)\d{11,19}(?!\d)/g;
const CNPJ_WITH_LETTERS = /\b(?=\d*[A-Z])[\dA-Z]{12}\d{2}\b/gi;

/** Masks a body or any other text of a provider. JSON stays valid JSON. */
export function coverText(text: string): string {
  const isJson = /^\s*[[{]/.test(text);
  const plain = isJson ? text.replace(ESCAPE, readEscape) : text;
  const named = isJson ? plain.replace(JSON_FIELD, coverJsonField) : plain.replace(FORM_FIELD, coverFormField);
  return coverEmails(named)
    .replace(BR_CODE_KEY, (_, start: string, length: string, rest: string) => {
      const keyLength = Math.min(Number(length), rest.length);
      return `${start}${length}${COVER}${rest.slice(keyLength)}`;
    })
    .replace(SPACED_DOCUMENT, COVER)
    .replace(GROUPED_CARD, COVER)
    .replace(CNPJ_WITH_LETTERS, (word) => (isCnpj(word) ? COVER : word))
    .replace(LONG_NUMBER, (digits, at: number, whole: string) => {
      if (!isPersonal(digits, whole.slice(Math.max(0, at - 60), at))) return digits;
      return isJson && isBareNumber(whole, at, digits.length) ? `"${COVER}"` : COVER;
    });
}

/** Masks headers and query values, by their names and by their values. */
export function coverFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isCovered(name) ? COVER : coverText(value)]),
  );
}

const isCovered = (name: string) => SECRET_NAME.test(name) || DOCUMENT_NAME.test(name);

/** Decodes escapes, because an escaped "@" or digit would not be recognised. Quotes and backslashes stay escaped. */
function readEscape(written: string, hex: string | undefined): string {
  if (written === '\\/') return '/';
  const sign = hex ? String.fromCharCode(Number.parseInt(hex, 16)) : '';
  return sign && sign !== '"' && sign !== '\\' && sign !== '\u007f' ? sign : written;
}

const coverJsonField = (field: string, name: string, colon: string, value: string) =>
  isCovered(name) && value !== '""' ? `"${name}"${colon}"${COVER}"` : field;

const coverFormField = (field: string, start: string, name: string, value: string) =>
  isCovered(name.replace(/%5D|\]/gi, '')) && value !== '' ? `${start}${name}=${COVER}` : field;

/** Searches for "@" and reads backwards, because most texts have none. The host stays readable, since a wrong host is a common problem. */
function coverEmails(text: string): string {
  let covered = '';
  let from = 0;
  for (const { index, 0: host } of text.matchAll(EMAIL_HOST)) {
    let start = index;
    while (start > from && index - start < LONGEST_MAILBOX && EMAIL_SIGN.test(text[start - 1] as string)) start -= 1;
    if (start === index) continue;
    covered += text.slice(from, start) + COVER + host;
    from = index + host.length;
  }
  return covered + text.slice(from);
}

function isPersonal(digits: string, before: string): boolean {
  if (digits.length === 11 || digits.length === 14) {
    // Providers also number their own objects: in a field named as an id, only a valid document is masked.
    const isOwnId = ID_NAME.test(before) || /[A-Za-z_-]$/.test(before);
    return !isOwnId || isCpf(digits) || isCnpj(digits) || (digits.length === 14 && hasCardSum(digits));
  }
  return digits.length >= 13 && hasCardSum(digits);
}

/** Returns true if the digits pass the Luhn check of card numbers. */
function hasCardSum(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const isBareNumber = (text: string, at: number, length: number) =>
  /[:[,]\s*$/.test(text.slice(Math.max(0, at - 20), at)) &&
  /^\s*[,}\]]/.test(text.slice(at + length, at + length + 20));
