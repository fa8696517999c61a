/** Reads what decides about a purchase, and notes what was refused. */
import { toSaoPaulo } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import type {
  RISK_LISTS,
  RiskCause,
  RiskKind,
  RiskRule,
  RiskSignal,
  RiskSignals,
} from '@feira/schemas/procedures/risk';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';

export interface StoredRules {
  version: number;
  rules: RiskRule[];
  /** The platform has entries of lists that have not ended. */
  hasEntries: boolean;
}

const selectStored = (platformId: string): Statement<StoredRules> => ({
  text: `SELECT coalesce(r.version, 0) AS version, coalesce(r.rules, '[]') AS rules,
      EXISTS (SELECT FROM risk_entry e WHERE e.platform_id = $1 AND coalesce(e.ends_at > now(), true)) AS has_entries
    FROM (SELECT 1) one LEFT JOIN LATERAL (
      SELECT version, rules FROM risk_rules WHERE platform_id = $1 ORDER BY version DESC LIMIT 1) r ON true`,
  values: [platformId],
});

/** Returns the rules that apply. A node keeps them, so that a platform without any pays nothing for them. */
export const findRules = (
  { cache, database }: Pick<FastifyInstance, 'cache' | 'database'>,
  platformId: string,
): Promise<StoredRules> =>
  cache.get(platformId, 'risk-rules', async () => {
    const stored = await database.find(platformId, selectStored(platformId), true);
    return stored ?? { version: 0, rules: [], hasEntries: false };
  });

/** Returns the hour of the day in São Paulo. */
export const hourOf = (at: Date): number => Number(toSaoPaulo(at).slice(11, 13));

/** Returns the signals of the page; none of a purchase that says nothing about one. */
export function toViewed(pageSeconds: number | null | undefined): Pick<RiskSignals, 'PAGE_SECONDS' | 'PAGE_UNPROVEN'> {
  if (pageSeconds === undefined) return {};
  return pageSeconds === null ? { PAGE_UNPROVEN: 1 } : { PAGE_SECONDS: pageSeconds, PAGE_UNPROVEN: 0 };
}

/** The signals that the database knows; the others are those of the purchase itself. */
export type KnownSignals = Pick<RiskSignals, 'DAYS_KNOWN' | 'PAID_PURCHASES' | 'REFUSALS_TODAY' | 'DISPUTES'>;

/** The signals about the buyer's document, which cost a look-up of their own: they are read where a rule asks for one of them. */
const DOCUMENT_SIGNALS = [
  'EMAILS_OF_DOCUMENT',
  'CARDS_OF_DOCUMENT',
  'ADDRESSES_OF_DOCUMENT',
  'DOCUMENTS_OF_EMAIL',
] as const;
type DocumentSignals = Pick<RiskSignals, (typeof DOCUMENT_SIGNALS)[number]>;
const DOCUMENT_DAYS = 30;

/** Returns whether one of the rules that are on asks for a signal about documents. */
export const asksDocuments = (rules: readonly RiskRule[]): boolean =>
  rules.some(
    ({ isEnabled, conditions }) =>
      isEnabled && conditions.some(({ signal }) => (DOCUMENT_SIGNALS as readonly RiskSignal[]).includes(signal)),
  );

/** Returns whether one of the rules that are on, and that look at the method, asks for a provider's score. */
export const asksScore = (rules: readonly RiskRule[], method: PaymentMethod): boolean =>
  rules.some(
    ({ isEnabled, methods, conditions }) =>
      isEnabled && methods.includes(method) && conditions.some(({ signal }) => signal === 'PROVIDER_SCORE'),
  );

/**
 * The SQL of the signals about a document, as they were known at a time. Sales of a document are found by their search terms, which are written
 * within seconds of a purchase, and compared with the document itself, because a telephone may have the same digits.
 */
export const documentColumns = ({ email, document, at }: Record<'email' | 'document' | 'at', string>): string => {
  const ofDocument = (what: string, more = '') => `
    CASE WHEN ${document} IS NOT NULL THEN (SELECT count(DISTINCT ${what})::int FROM sale_search f
      JOIN sale d ON d.platform_id = f.platform_id AND d.id = f.sale_id ${more}
      WHERE f.platform_id = $1 AND f.terms @> ARRAY[hashtextextended(regexp_replace(${document}, '\\D', '', 'g'), 0)]
        AND d.buyer_document = ${document} AND d.created_at < ${at} AND d.created_at > ${at} - interval '${DOCUMENT_DAYS} days') END`;
  return `
    ${ofDocument(`nullif(d.buyer_email_lower, ${email})`)} AS emails_of_document,
    ${ofDocument(
      `(p.card_brand, p.card_last_digits)`,
      `JOIN payment p ON p.platform_id = d.platform_id AND p.sale_id = d.id AND p.card_last_digits IS NOT NULL`,
    )} AS cards_of_document,
    ${ofDocument(`d.address ->> 'zipCode'`)} AS addresses_of_document,
    (SELECT count(DISTINCT d.buyer_document)::int FROM sale d WHERE d.platform_id = $1 AND d.buyer_email_lower = ${email}
      AND d.buyer_document IS DISTINCT FROM ${document} AND d.created_at < ${at}
      AND d.created_at > ${at} - interval '${DOCUMENT_DAYS} days') AS documents_of_email`;
};

export interface DocumentRow {
  emailsOfDocument: number | null;
  cardsOfDocument: number | null;
  addressesOfDocument: number | null;
  documentsOfEmail: number;
}

/** Returns what is known about a document; nothing of a purchase without one, except how many others its e-mail came with. */
export const toDocumented = (row: DocumentRow): DocumentSignals => ({
  ...(row.emailsOfDocument !== null && { EMAILS_OF_DOCUMENT: row.emailsOfDocument }),
  ...(row.cardsOfDocument !== null && { CARDS_OF_DOCUMENT: row.cardsOfDocument }),
  ...(row.addressesOfDocument !== null && { ADDRESSES_OF_DOCUMENT: row.addressesOfDocument }),
  DOCUMENTS_OF_EMAIL: row.documentsOfEmail,
});

export const selectDocumented = (
  platformId: string,
  { email, document, now }: { email: string; document: string | null; now: Date },
): Statement<DocumentRow> => ({
  name: 'risk-documented',
  text: `SELECT ${documentColumns({ email: '$2', document: '$3::text', at: '$4::timestamptz' })}`,
  values: [platformId, email.toLowerCase(), document, now],
});

/** The SQL of the signals of an e-mail, as it was known at a time. */
export const signalColumns = (email: string, at: string) => `
  coalesce((SELECT greatest(0, floor(extract(epoch FROM ${at} - min(s.created_at)) / 86400))::int FROM sale s
    WHERE s.platform_id = $1 AND s.buyer_email_lower = ${email} AND s.created_at < ${at}), 0) AS days_known,
  (SELECT count(*)::int FROM sale s JOIN payment p ON p.platform_id = s.platform_id AND p.sale_id = s.id
    WHERE s.platform_id = $1 AND s.buyer_email_lower = ${email} AND p.approved_at < ${at}) AS paid_purchases,
  (SELECT count(*)::int FROM sale s JOIN payment p ON p.platform_id = s.platform_id AND p.sale_id = s.id
    WHERE s.platform_id = $1 AND s.buyer_email_lower = ${email} AND p.status = 'REJECTED' AND p.method = 'CREDIT_CARD'
      AND s.created_at < ${at} AND s.created_at > ${at} - interval '24 hours') AS refusals_today,
  (SELECT count(*)::int FROM sale s JOIN payment p ON p.platform_id = s.platform_id AND p.sale_id = s.id
    JOIN dispute d ON d.platform_id = p.platform_id AND d.payment_id = p.id
    WHERE s.platform_id = $1 AND s.buyer_email_lower = ${email} AND d.opened_at < ${at}) AS disputes`;

export interface SignalRow {
  daysKnown: number;
  paidPurchases: number;
  refusalsToday: number;
  disputes: number;
}

export const toKnown = ({ daysKnown, paidPurchases, refusalsToday, disputes }: SignalRow): KnownSignals => ({
  DAYS_KNOWN: daysKnown,
  PAID_PURCHASES: paidPurchases,
  REFUSALS_TODAY: refusalsToday,
  DISPUTES: disputes,
});

interface Assessed extends SignalRow {
  entries: { list: (typeof RISK_LISTS)[number]; kind: RiskKind }[];
}

/** Returns what is known of a buyer, and the entries of lists that name them. */
export const selectAssessed = (
  platformId: string,
  { email, subjects, now }: { email: string; subjects: readonly { kind: RiskKind; subject: string }[]; now: Date },
): Statement<Assessed> => ({
  name: 'risk-assessed',
  text: `SELECT ${signalColumns('$2', '$5::timestamptz')},
    (SELECT coalesce(jsonb_agg(jsonb_build_object('list', e.list, 'kind', e.kind)), '[]') FROM risk_entry e
      JOIN unnest($3::text[], $4::text[]) AS named (kind, subject) ON named.kind = e.kind AND named.subject = e.subject
      WHERE e.platform_id = $1 AND coalesce(e.ends_at > $5::timestamptz, true)) AS entries`,
  values: [
    platformId,
    email.toLowerCase(),
    subjects.map(({ kind }) => kind),
    subjects.map(({ subject }) => subject),
    now,
  ],
});

export interface Refusal {
  id: string;
  /** An HMAC of buyer, offer and hour: repeated tries are counted in one row. */
  subject: string;
  offerId: string;
  method: PaymentMethod;
  amount: number;
  currency: string;
  /** The e-mail, covered. */
  buyer: string;
  causes: RiskCause[];
  signals: RiskSignals | null;
}

export const noteRefusal = (platformId: string, refusal: Refusal): Statement => ({
  text: `INSERT INTO risk_refusal AS r (platform_id, id, subject, offer_id, method, amount, currency, buyer, causes, signals)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (subject, platform_id) DO UPDATE SET count = r.count + 1, causes = excluded.causes, signals = excluded.signals,
      method = excluded.method, amount = excluded.amount`,
  values: [
    ...[platformId, refusal.id, refusal.subject, refusal.offerId, refusal.method, refusal.amount, refusal.currency],
    ...[refusal.buyer, JSON.stringify(refusal.causes), refusal.signals && JSON.stringify(refusal.signals)],
  ],
});

const KEPT_DAYS = 90;

export const deleteOldRefusals = (limit: number): Statement => ({
  text: `DELETE FROM risk_refusal WHERE (id, platform_id) IN (
    SELECT id, platform_id FROM risk_refusal WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
  values: [KEPT_DAYS, limit],
});
export const deleteEndedEntries = (limit: number): Statement => ({
  text: `DELETE FROM risk_entry WHERE (id, platform_id) IN (
    SELECT id, platform_id FROM risk_entry WHERE ends_at < now() - make_interval(days => $1) LIMIT $2)`,
  values: [KEPT_DAYS, limit],
});
