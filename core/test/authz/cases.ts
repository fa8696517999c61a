/**
 * Declares which rows each procedure reaches; the procedure itself declares who may call it. A procedure that names rows and has no case
 * here fails the test.
 */
import type { ProcedureCase } from './case.ts';
import { ACCOUNTS } from './cases/accounts.ts';
import { ANNOUNCEMENTS } from './cases/announcements.ts';
import { ANTICIPATIONS } from './cases/anticipations.ts';
import { API_KEYS } from './cases/api-keys.ts';
import { CARTS } from './cases/carts.ts';
import { CATALOGUE } from './cases/catalogue.ts';
import { CONNECTIONS } from './cases/connections.ts';
import { COUPONS } from './cases/coupons.ts';
import { CUSTOMERS } from './cases/customers.ts';
import { DELIVERABLES } from './cases/deliverables.ts';
import { DISPUTES } from './cases/disputes.ts';
import { EMBEDDING } from './cases/embedding.ts';
import { EVENTS } from './cases/events.ts';
import { FEES } from './cases/fees.ts';
import { FIGURES } from './cases/figures.ts';
import { FUNNELS } from './cases/funnels.ts';
import { IMPORTS } from './cases/imports.ts';
import { INBOX } from './cases/inbox.ts';
import { INTEGRATIONS } from './cases/integrations.ts';
import { LOOKUP } from './cases/lookup.ts';
import { MAIL_TEXTS } from './cases/mail-texts.ts';
import { MARKETPLACE } from './cases/marketplace.ts';
import { MONEY_RULES } from './cases/money-rules.ts';
import { OWN_LISTS } from './cases/own-lists.ts';
import { PARTNERS } from './cases/partners.ts';
import { PAYMENT_LINKS } from './cases/payment-links.ts';
import { PAYMENTS } from './cases/payments.ts';
import { PAYOUTS } from './cases/payouts.ts';
import { PEOPLE } from './cases/people.ts';
import { PIXEL_SETTINGS } from './cases/pixels.ts';
import { PLATFORMS } from './cases/platforms.ts';
import { PRIVACY } from './cases/privacy.ts';
import { PROFILES } from './cases/profiles.ts';
import { PROVIDER_STOPS } from './cases/provider-stops.ts';
import { QUESTIONS } from './cases/questions.ts';
import { RECEIVERS } from './cases/receivers.ts';
import { RECONCILIATION } from './cases/reconciliation.ts';
import { REFUNDS } from './cases/refunds.ts';
import { REPORTS } from './cases/reports.ts';
import { RISK } from './cases/risk.ts';
import { ROLLOUTS } from './cases/rollouts.ts';
import { ROUTING } from './cases/routing.ts';
import { SALES } from './cases/sales.ts';
import { SELLER_WEBHOOKS } from './cases/seller-webhooks.ts';
import { SHOP } from './cases/shop.ts';
import { STORE } from './cases/store.ts';
import { SUBSCRIPTIONS } from './cases/subscriptions.ts';
import { VERIFICATIONS } from './cases/verifications.ts';
import { WEBHOOKS } from './cases/webhooks.ts';

export const CASES: Record<string, ProcedureCase> = {
  ...SALES,
  ...SHOP,
  ...EVENTS,
  ...SELLER_WEBHOOKS,
  ...INTEGRATIONS,
  ...API_KEYS,
  ...CATALOGUE,
  ...ACCOUNTS,
  ...OWN_LISTS,
  ...PEOPLE,
  ...PROFILES,
  ...LOOKUP,
  ...PROVIDER_STOPS,
  ...PAYMENTS,
  ...PAYMENT_LINKS,
  ...EMBEDDING,
  ...STORE,
  ...PAYOUTS,
  ...ANTICIPATIONS,
  ...RECONCILIATION,
  ...DISPUTES,
  ...REFUNDS,
  ...RECEIVERS,
  ...FEES,
  ...MONEY_RULES,
  ...REPORTS,
  ...FIGURES,
  ...IMPORTS,
  ...INBOX,
  ...PARTNERS,
  ...COUPONS,
  ...FUNNELS,
  ...PRIVACY,
  ...RISK,
  ...VERIFICATIONS,
  ...QUESTIONS,
  ...SUBSCRIPTIONS,
  ...CARTS,
  ...ANNOUNCEMENTS,
  ...MAIL_TEXTS,
  ...CUSTOMERS,
  ...DELIVERABLES,
  ...PLATFORMS,
  ...PIXEL_SETTINGS,
  ...WEBHOOKS,
  ...CONNECTIONS,
  ...MARKETPLACE,
  ...ROLLOUTS,
  ...ROUTING,
};
