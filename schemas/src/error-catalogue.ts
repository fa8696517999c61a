/** Joins the errors of all domains, which people and programs get. */
import { sharedErrors } from './errors.ts';
import { abandonedCartsErrors } from './procedures/abandoned-carts.ts';
import { accountErrors } from './procedures/account.ts';
import { announcementsErrors } from './procedures/announcements.ts';
import { anticipationsErrors } from './procedures/anticipations.ts';
import { apiKeysErrors } from './procedures/api-keys.ts';
import { checkoutErrors } from './procedures/checkout.ts';
import { checkoutBuilderErrors } from './procedures/checkout-builder.ts';
import { connectionsErrors } from './procedures/connections.ts';
import { couponsErrors } from './procedures/coupons.ts';
import { customersErrors } from './procedures/customers.ts';
import { deliverablesErrors } from './procedures/deliverables.ts';
import { disputesErrors } from './procedures/disputes.ts';
import { embeddingErrors } from './procedures/embedding.ts';
import { eventsErrors } from './procedures/events.ts';
import { feesErrors } from './procedures/fees.ts';
import { fiscalInvoicesErrors } from './procedures/fiscal-invoices.ts';
import { fullExportsErrors } from './procedures/full-exports.ts';
import { funnelsErrors } from './procedures/funnels.ts';
import { importsErrors } from './procedures/imports.ts';
import { inboxErrors } from './procedures/inbox.ts';
import { integrationsErrors } from './procedures/integrations.ts';
import { mailTextsErrors } from './procedures/mail-texts.ts';
import { marketplaceErrors } from './procedures/marketplace.ts';
import { mediaErrors } from './procedures/media.ts';
import { moneyRulesErrors } from './procedures/money-rules.ts';
import { notificationsErrors } from './procedures/notifications.ts';
import { offersErrors } from './procedures/offers.ts';
import { partnersErrors } from './procedures/partners.ts';
import { paymentLinksErrors } from './procedures/payment-links.ts';
import { paymentsErrors } from './procedures/payments.ts';
import { payoutsErrors } from './procedures/payouts.ts';
import { peopleErrors } from './procedures/people.ts';
import { pixelsErrors } from './procedures/pixels.ts';
import { platformsErrors } from './procedures/platforms.ts';
import { privacyErrors } from './procedures/privacy.ts';
import { productsErrors } from './procedures/products.ts';
import { profilesErrors } from './procedures/profiles.ts';
import { providerStopsErrors } from './procedures/provider-stops.ts';
import { purchaseMailsErrors } from './procedures/purchase-mails.ts';
import { questionsErrors } from './procedures/questions.ts';
import { receiversErrors } from './procedures/receivers.ts';
import { reconciliationErrors } from './procedures/reconciliation.ts';
import { refundsErrors } from './procedures/refunds.ts';
import { reportsErrors } from './procedures/reports.ts';
import { riskErrors } from './procedures/risk.ts';
import { routingErrors } from './procedures/routing.ts';
import { salesErrors } from './procedures/sales.ts';
import { sellerWebhooksErrors } from './procedures/seller-webhooks.ts';
import { sessionErrors } from './procedures/session.ts';
import { settingsErrors } from './procedures/settings.ts';
import { shippingErrors } from './procedures/shipping.ts';
import { storeErrors } from './procedures/store.ts';
import { subscriptionsErrors } from './procedures/subscriptions.ts';
import { systemErrors } from './procedures/system.ts';
import { verificationsErrors } from './procedures/verifications.ts';
import { webhooksErrors } from './procedures/webhooks.ts';

export const ERRORS = {
  ...sharedErrors,
  ...abandonedCartsErrors,
  ...accountErrors,
  ...announcementsErrors,
  ...anticipationsErrors,
  ...apiKeysErrors,
  ...checkoutErrors,
  ...checkoutBuilderErrors,
  ...connectionsErrors,
  ...couponsErrors,
  ...customersErrors,
  ...deliverablesErrors,
  ...disputesErrors,
  ...embeddingErrors,
  ...eventsErrors,
  ...feesErrors,
  ...fullExportsErrors,
  ...funnelsErrors,
  ...importsErrors,
  ...inboxErrors,
  ...integrationsErrors,
  ...fiscalInvoicesErrors,
  ...mailTextsErrors,
  ...marketplaceErrors,
  ...mediaErrors,
  ...moneyRulesErrors,
  ...notificationsErrors,
  ...offersErrors,
  ...partnersErrors,
  ...paymentLinksErrors,
  ...paymentsErrors,
  ...payoutsErrors,
  ...peopleErrors,
  ...pixelsErrors,
  ...platformsErrors,
  ...privacyErrors,
  ...productsErrors,
  ...profilesErrors,
  ...providerStopsErrors,
  ...purchaseMailsErrors,
  ...questionsErrors,
  ...receiversErrors,
  ...reconciliationErrors,
  ...refundsErrors,
  ...reportsErrors,
  ...riskErrors,
  ...routingErrors,
  ...salesErrors,
  ...sellerWebhooksErrors,
  ...sessionErrors,
  ...settingsErrors,
  ...shippingErrors,
  ...storeErrors,
  ...subscriptionsErrors,
  ...systemErrors,
  ...verificationsErrors,
  ...webhooksErrors,
} as const;

export type ErrorCode = keyof typeof ERRORS;
