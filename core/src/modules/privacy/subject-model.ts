/** Finds what a platform holds of one person: the account, the purchases under its e-mail, and the spellings of its names and numbers. */
import { maskCpfOrCnpj } from '@feira/schemas/rules/mask';
import type { Statement } from '../../plugins/database.ts';

/** Somebody with an account, with purchases under an e-mail, or with both. */
export interface Subject {
  personId: string | null;
  /** In lower case. */
  email: string;
}

export interface SubjectRows {
  personId: string | null;
  email: string;
  sales: string[];
  payments: string[];
  subscriptions: string[];
  /** The sellers whom they bought from. */
  sellers: string[];
  /** The ids under which audit events may name a purchase. */
  subjects: string[];
  names: string[];
  emails: string[];
  phones: string[];
  documents: string[];
}

export const selectSubject = (platformId: string, { personId, email }: Subject): Statement<SubjectRows> => ({
  text: `
    WITH me AS (SELECT p.* FROM person p WHERE p.platform_id = $1 AND p.id = $2::uuid),
      sales AS (SELECT s.* FROM sale s WHERE s.platform_id = $1 AND s.buyer_email_lower = $3),
      payments AS (SELECT p.id, p.public_id FROM payment p WHERE p.platform_id = $1 AND p.sale_id IN (SELECT id FROM sales)),
      plans AS (SELECT s.* FROM subscription s WHERE s.platform_id = $1 AND s.buyer_email_lower = $3),
      carts AS (SELECT c.name, c.email, c.phone, c.document FROM abandoned_cart c WHERE c.platform_id = $1 AND c.email_lower = $3),
      named AS (
        SELECT name, email, phone, document FROM me
        UNION SELECT buyer_name, buyer_email, buyer_phone, buyer_document FROM sales
        UNION SELECT buyer_name, buyer_email, buyer_phone, buyer_document FROM plans
        UNION SELECT name, email, phone, document FROM carts
        UNION SELECT holder_name, NULL, NULL, holder_document FROM payout_destination d WHERE d.platform_id = $1 AND d.person_id = $2::uuid
        UNION SELECT actor_name, actor_email, NULL, NULL FROM audit_event e WHERE e.platform_id = $1 AND e.actor_id = $2::uuid
        UNION SELECT subject_name, subject_email, NULL, NULL FROM audit_event e
          WHERE e.platform_id = $1 AND e.subject_type = 'person' AND e.subject_id = $2::uuid::text)
    SELECT $2::uuid AS person_id, $3::text AS email,
      ARRAY(SELECT id FROM sales) AS sales, ARRAY(SELECT id FROM payments) AS payments, ARRAY(SELECT id FROM plans) AS subscriptions,
      ARRAY(SELECT seller_id FROM sales UNION SELECT seller_id FROM plans) AS sellers,
      ARRAY(SELECT id::text FROM sales UNION SELECT id::text FROM payments UNION SELECT public_id FROM payments
        UNION SELECT id::text FROM plans UNION SELECT public_id FROM plans) AS subjects,
      ARRAY(SELECT DISTINCT name FROM named WHERE name IS NOT NULL) AS names,
      ARRAY(SELECT DISTINCT email FROM named WHERE email IS NOT NULL) AS emails,
      ARRAY(SELECT DISTINCT phone FROM named WHERE phone IS NOT NULL) AS phones,
      ARRAY(SELECT DISTINCT document FROM named WHERE document IS NOT NULL) AS documents`,
  values: [platformId, personId, email],
});

/** A shorter text would be found within words of others. */
const LEAST_LETTERS = 4;
const COUNTRY = '55';

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const digitsOf = (text: string) => text.replace(/\D/g, '');

function spellPhone(phone: string): string[] {
  const digits = digitsOf(phone);
  const local = digits.startsWith(COUNTRY) && digits.length > 11 ? digits.slice(COUNTRY.length) : digits;
  const [area, number] = [local.slice(0, 2), local.slice(2)];
  const masked = `(${area}) ${number.slice(0, -4)}-${number.slice(-4)}`;
  return [phone, local, `${COUNTRY}${local}`, `+${COUNTRY}${local}`, masked];
}

function spellDocument(document: string): string[] {
  const plain = document.replace(/[^0-9A-Za-z]/g, '');
  return [document, plain, maskCpfOrCnpj(plain)];
}

/** Returns the texts by which a person is known, each in every spelling that forms, mails and providers use. */
export function listSpellings({ names, emails, phones, documents, email }: SubjectRows): string[] {
  const all = [...names, email, ...emails, ...phones.flatMap(spellPhone), ...documents.flatMap(spellDocument)];
  const plain = all.flatMap((text) => [text, text.normalize('NFC'), withoutAccents(text)]);
  // Addresses of the web, forms and JSON within texts write them in other letters.
  const spelled = plain.flatMap((text) => {
    const encoded = encodeURIComponent(text.toWellFormed());
    return [text, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(text).slice(1, -1)];
  });
  return [...new Set(spelled.map((text) => text.trim()).filter((text) => text.length >= LEAST_LETTERS))];
}

/** Returns the pattern of PostgreSQL that finds the texts as whole words, the longest first. */
export function toPattern(spellings: readonly string[]): string {
  const longestFirst = [...spellings].sort((one, other) => other.length - one.length);
  return `(?<![[:alnum:]])(?:${longestFirst.map(escapePattern).join('|')})(?![[:alnum:]])`;
}

/** The subject as a relation `me`, which every condition of the list reads. */
export const ME = `(SELECT $1::uuid AS platform_id, $2::uuid AS person_id, $3::text AS email, $4::uuid[] AS sales, $5::uuid[] AS payments,
  $6::uuid[] AS subscriptions, $7::uuid[] AS sellers, $8::text[] AS subjects, $9::text AS pattern) me`;

export const meValues = (platformId: string, rows: SubjectRows): unknown[] => [
  platformId,
  rows.personId,
  rows.email,
  rows.sales,
  rows.payments,
  rows.subscriptions,
  rows.sellers,
  rows.subjects,
  toPattern(listSpellings(rows)),
];
