/** Says what a planted bug is, and what makes it one that moves money. */

/** The kinds of bug that are planted; each is one slip of a hand. */
export const RULES = [
  'swap-words',
  'drop-key',
  'drop-reference',
  'change-unit',
  'exchange-fields',
  'exchange-destinations',
  'swallow-errors',
  'negate-condition',
  'widen-refunds',
  'exchange-events',
  'trust-everybody',
] as const;
export type Rule = (typeof RULES)[number];

/** One change in one file. */
export interface Mutant {
  provider: string;
  rule: Rule;
  /** The file as seen from the package's folder; one of a family begins with "../family-". */
  file: string;
  /** The path within a JSON file, or the line of source that is changed. */
  place: string;
  before: string;
  after: string;
  /** Whether the bug can move money, or say that it moved: whom, how much, whether, and under which name. */
  isMoney: boolean;
  /** The whole file with the bug. */
  content: string;
}

/** The places of one file that a rule can change. */
export type Change = Omit<Mutant, 'provider' | 'file'>;

/** The name under which the list of survivors knows a mutant: line numbers are no part of it, so that it outlives other changes. */
export const nameMutant = ({ provider, rule, file, place, after }: Mutant): string =>
  `${provider} ${rule} ${file} ${place} → ${after}`;

/** The buyer, what is bought, and texts for people: a slip there is a wrong letter, and no money. */
const ABOUT_PEOPLE =
  /customer|address|payer\b|client\.|buyer|phone|e?mail|street|zip|district|neighbou?r|complement|city|state\b|name\b|title|description|product|text\b|message|reason|picture|qrcode|pixQr|ip\b|birth|softDescriptor|statement|instructions|comment|note/i;
const ABOUT_MONEY =
  /amount|price|value|valor|reais|cents|reference|external|txid|idempot|transactionId|withdrawId|refundId|endToEnd|pixKey|pixType|chave|account|branch|bank|ispb|agenc|conta|document|status|currency|install|paid|refund|capture|card|token|movement|split|receiver|recipient|subject|method|type|id$/i;

/** Returns whether a change of this text is one that money follows. */
export const isAboutMoney = (text: string): boolean => ABOUT_MONEY.test(text) && !ABOUT_PEOPLE.test(text);

export const IS_REFERENCE = /reference|idempot|external_?id|clientCode|clientRequestId|txid|requestNumber|identifier/i;
export const IS_DESTINATION = /pixKey|pixType|\baccount|branch|\bbank|ispb|agenc|conta|chave|keyType|holder/i;
