/** Gathers a person's profile, and the purchases of buyers with or without an account. */
import { addDays, toSaoPauloDate } from '@feira/plugin-kit';
import type { Currency } from '@feira/schemas/common';
import { normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { maskDocument } from '../../shared/documents.ts';
import { type AccountRow, selectAccounts } from '../ledger/statement-model.ts';
import { readThrough } from '../reports/service.ts';
import { findSaleIds } from '../sales/service.ts';
import { selectBuyer, selectOtherEmails, selectPurchases, selectSpend } from './buyer-model.ts';
import { RISK_OFFSETS, type Risk, selectHead, selectRisk } from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'clock'>;

/** Finds a person whom the team has a page of. Throws PERSON_NOT_FOUND for anybody else. */
export async function getPerson({ database }: Pick<App, 'database'>, platformId: string, personId: string) {
  const head = await database.find(platformId, selectHead(platformId, personId), true);
  if (!head) throw new AppError('PERSON_NOT_FOUND', { fields: ['personId'] });
  return head;
}

const withoutPerson = ({ sales, gross, refunds, refunded, disputes, disputed }: Risk): Risk => ({
  sales,
  gross,
  refunds,
  refunded,
  disputes,
  disputed,
});

export async function getHead(app: App, platformId: string, personId: string, currency: Currency) {
  const [head, through] = await Promise.all([getPerson(app, platformId, personId), readThrough(app, platformId)]);
  const to = toSaoPauloDate(app.clock.now());
  const period = { start: addDays(to, RISK_OFFSETS.start), from: addDays(to, RISK_OFFSETS.from), to, currency };
  const [accounts, risk] = await app.database.read(
    platformId,
    [selectAccounts(platformId, personId), selectRisk(platformId, personId, period, through)],
    true,
  );
  const half = (isRecent: boolean) => withoutPerson(risk.rows.find((row) => row.isRecent === isRecent)!);
  return {
    ...head,
    document: head.document && maskDocument(normalizeDocument(head.document)),
    balances: toBalances(accounts.rows),
    currency,
    recent: half(true),
    before: half(false),
  };
}

function toBalances(rows: readonly AccountRow[]) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const of = (kind: AccountRow['kind']) =>
      Math.abs(rows.find((row) => row.kind === kind && row.currency === currency)?.balance ?? 0);
    return { currency, available: of('AVAILABLE'), pending: of('PENDING'), reserved: of('RESERVED'), owed: of('OWED') };
  });
}

/** The sales in which other addresses of a document are looked for. */
const MOST_SEARCHED = 200;

/** Returns null where nothing was bought under the e-mail. */
export async function findBuyer(app: App, platformId: string, email: string) {
  const [buyer, spend, purchases] = await app.database.read(
    platformId,
    [selectBuyer(platformId, email), selectSpend(platformId, email), selectPurchases(platformId, email)],
    true,
  );
  const row = buyer.rows[0];
  if (!row) return null;
  const document = row.document && normalizeDocument(row.document);
  return {
    ...row,
    document: document && maskDocument(document),
    otherEmails: document ? await listOtherEmails(app, platformId, { email, document }) : [],
    totals: spend.rows,
    purchases: purchases.rows,
  };
}

async function listOtherEmails(app: App, platformId: string, buyer: { email: string; document: string }) {
  const filter = { sellerId: null, search: buyer.document };
  const ids = await findSaleIds(app, platformId, filter, { after: null, limit: MOST_SEARCHED });
  const rows = await app.database.list(platformId, selectOtherEmails(platformId, ids, buyer), true);
  return rows.map(({ email }) => email);
}
