/** The calls of the public API. Written by tools/src/client/write-calls.ts from their declarations: do not edit it. */
import type { List } from './list.ts';
import type { RequestOptions } from './request.ts';

/** By name: the method and path under /v1, and whether the answer is a page of a list. */
export const CALLS: Record<string, readonly [string, boolean]> = {
  'affiliates.decide': ['POST /affiliates/{affiliationId}/decide', false],
  'affiliates.end': ['POST /affiliates/{affiliationId}/end', false],
  'affiliates.list': ['GET /affiliates', true],
  'balance.holds.list': ['GET /balance/holds', true],
  'balance.retrieve': ['GET /balance', false],
  'balance.statement.list': ['GET /balance/statement', true],
  'carts.list': ['GET /carts', true],
  'coupons.create': ['POST /coupons', false],
  'coupons.delete': ['DELETE /coupons/{couponId}', false],
  'coupons.list': ['GET /coupons', true],
  'coupons.update': ['PUT /coupons/{couponId}', false],
  'customers.list': ['GET /customers', true],
  'customers.retrieve': ['GET /customers/{customerId}', false],
  'deliverables.create': ['POST /deliverables', false],
  'deliverables.delete': ['DELETE /deliverables/{deliverableId}', false],
  'deliverables.keys.create': ['POST /deliverables/{deliverableId}/keys', false],
  'deliverables.retrieve': ['GET /deliverables', false],
  'deliverables.update': ['PATCH /deliverables/{deliverableId}', false],
  'deliveries.resend': ['POST /deliveries/{deliveryId}/resend', false],
  'deliveries.retrieve': ['GET /deliveries/{deliveryId}', false],
  'disputes.accept': ['POST /disputes/{disputeId}/accept', false],
  'disputes.answer': ['POST /disputes/{disputeId}/answer', false],
  'disputes.list': ['GET /disputes', true],
  'disputes.retrieve': ['GET /disputes/{disputeId}', false],
  'embedding.origins.list': ['GET /embedding/origins', false],
  'embedding.origins.update': ['PUT /embedding/origins', false],
  'events.list': ['GET /events', true],
  'events.retrieve': ['GET /events/{eventId}', false],
  'files.create': ['POST /files', false],
  'files.delete': ['DELETE /files/{uploadId}', false],
  'files.list': ['GET /files', true],
  'funnels.create': ['POST /funnels', false],
  'funnels.delete': ['DELETE /funnels/{funnelId}', false],
  'funnels.list': ['GET /funnels', true],
  'funnels.retrieve': ['GET /funnels/{funnelId}', false],
  'funnels.update': ['PUT /funnels/{funnelId}', false],
  'importedCustomers.list': ['GET /imported-customers', true],
  'importedCustomers.retrieve': ['GET /imported-customers/{customerId}', false],
  'importedSales.list': ['GET /imported-sales', true],
  'importedSubscriptions.list': ['GET /imported-subscriptions', true],
  'imports.check': ['POST /imports/{importId}/check', false],
  'imports.create': ['POST /imports', false],
  'imports.delete': ['DELETE /imports/{importId}', false],
  'imports.finishUpload': ['POST /imports/{importId}/finish-upload', false],
  'imports.list': ['GET /imports', true],
  'imports.parts.update': ['PUT /imports/{importId}/parts/{number}', false],
  'imports.problems.list': ['GET /imports/{importId}/problems', true],
  'imports.retrieve': ['GET /imports/{importId}', false],
  'imports.rows.create': ['POST /imports/rows', false],
  'imports.run': ['POST /imports/{importId}/run', false],
  'imports.undo': ['POST /imports/{importId}/undo', false],
  'offers.archive': ['POST /offers/{offerId}/archive', false],
  'offers.copy': ['POST /offers/{offerId}/copy', false],
  'offers.create': ['POST /offers', false],
  'offers.list': ['GET /offers', true],
  'offers.retrieve': ['GET /offers/{offerId}', false],
  'offers.update': ['PATCH /offers/{offerId}', false],
  'orderBumps.delete': ['DELETE /order-bumps/{bumpId}', false],
  'orderBumps.update': ['PATCH /order-bumps/{bumpId}', false],
  'paymentLinks.close': ['POST /payment-links/{linkId}/close', false],
  'paymentLinks.create': ['POST /payment-links', false],
  'paymentLinks.list': ['GET /payment-links', true],
  'paymentLinks.retrieve': ['GET /payment-links/{linkId}', false],
  'paymentLinks.update': ['PATCH /payment-links/{linkId}', false],
  'payments.refundable.retrieve': ['GET /payments/{paymentId}/refundable', false],
  'payments.refunds.create': ['POST /payments/{paymentId}/refunds', false],
  'payouts.cancel': ['POST /payouts/{withdrawalId}/cancel', false],
  'payouts.create': ['POST /payouts', false],
  'payouts.destinations.retrieve': ['GET /payouts/destinations', false],
  'payouts.list': ['GET /payouts', true],
  'payouts.terms.retrieve': ['GET /payouts/terms', false],
  'pictures.create': ['POST /pictures', false],
  'pictures.finish': ['POST /pictures/{uploadId}/finish', false],
  'platform.disputes.list': ['GET /platform/disputes', true],
  'platform.payments.refunds.create': ['POST /platform/payments/{paymentId}/refunds', false],
  'platform.payouts.list': ['GET /platform/payouts', true],
  'platform.people.list': ['GET /platform/people', true],
  'platform.people.retrieve': ['GET /platform/people/{personId}', false],
  'platform.products.approve': ['POST /platform/products/{productId}/approve', false],
  'platform.products.block': ['POST /platform/products/{productId}/block', false],
  'platform.products.list': ['GET /platform/products', true],
  'platform.products.retrieve': ['GET /platform/products/{productId}', false],
  'platform.refunds.list': ['GET /platform/refunds', true],
  'platform.reports.overview.retrieve': ['GET /platform/reports/overview', false],
  'platform.reports.sellerProfit.list': ['GET /platform/reports/seller-profit', true],
  'platform.reports.sellerRevenue.list': ['GET /platform/reports/seller-revenue', true],
  'platform.sales.list': ['GET /platform/sales', true],
  'products.archive': ['POST /products/{productId}/archive', false],
  'products.create': ['POST /products', false],
  'products.delete': ['DELETE /products/{productId}', false],
  'products.list': ['GET /products', true],
  'products.orderBumps.create': ['POST /products/{productId}/order-bumps', false],
  'products.orderBumps.retrieve': ['GET /products/{productId}/order-bumps', false],
  'products.publish': ['POST /products/{productId}/publish', false],
  'products.retrieve': ['GET /products/{productId}', false],
  'products.update': ['PATCH /products/{productId}', false],
  'refundRequests.decide': ['POST /refund-requests/{requestId}/decide', false],
  'refundRequests.list': ['GET /refund-requests', true],
  'refunds.list': ['GET /refunds', true],
  'sales.access.retrieve': ['GET /sales/{saleId}/access', false],
  'sales.deliver': ['POST /sales/{saleId}/deliver', false],
  'sales.list': ['GET /sales', true],
  'sales.resendReceipt': ['POST /sales/{saleId}/resend-receipt', false],
  'sales.retrieve': ['GET /sales/{saleId}', false],
  'sales.return': ['POST /sales/{saleId}/return', false],
  'sales.ship': ['POST /sales/{saleId}/ship', false],
  'sales.summary.retrieve': ['GET /sales/summary', false],
  'shipments.list': ['GET /shipments', true],
  'subscriptions.cancel': ['POST /subscriptions/{subscriptionId}/cancel', false],
  'subscriptions.changePlan': ['POST /subscriptions/{subscriptionId}/change-plan', false],
  'subscriptions.changePrice': ['POST /subscriptions/{subscriptionId}/change-price', false],
  'subscriptions.figures.retrieve': ['GET /subscriptions/figures', false],
  'subscriptions.list': ['GET /subscriptions', true],
  'subscriptions.pause': ['POST /subscriptions/{subscriptionId}/pause', false],
  'subscriptions.plans.retrieve': ['GET /subscriptions/{subscriptionId}/plans', false],
  'subscriptions.resume': ['POST /subscriptions/{subscriptionId}/resume', false],
  'subscriptions.retrieve': ['GET /subscriptions/{subscriptionId}', false],
  'webhooks.create': ['POST /webhooks', false],
  'webhooks.delete': ['DELETE /webhooks/{webhookId}', false],
  'webhooks.deliveries.list': ['GET /webhooks/{webhookId}/deliveries', true],
  'webhooks.list': ['GET /webhooks', false],
  'webhooks.replay': ['POST /webhooks/{webhookId}/replay', false],
  'webhooks.retrieve': ['GET /webhooks/{webhookId}', false],
  'webhooks.rotateSecret': ['POST /webhooks/{webhookId}/rotate-secret', false],
  'webhooks.test': ['POST /webhooks/{webhookId}/test', false],
  'webhooks.update': ['PUT /webhooks/{webhookId}', false],
};

export type SaleApprovedData = {
  sale: {
    id: string;
    status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK';
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    installments: number;
    freight: number;
    discount: number;
    coupon: null | string;
    items: Array<{
      productId: string;
      offerId: string;
      title: string;
      unitPrice: number;
      quantity: number;
      isPhysical: boolean;
    }>;
    createdAt: string;
  };
  customer: {
    name: string;
    email: string;
    phone: null | string;
  };
  utm: Record<string, string>;
  subscription: null | {
    id: string;
    cycle: number;
  };
};

export type CartAbandonedData = {
  cart: {
    id: string;
    productId: string;
    offerId: string;
    title: string;
    amount: null | number;
    currency: 'BRL' | 'EUR' | 'USD';
    resumeUrl: null | string;
  };
  customer: {
    name: string;
    email: string;
    phone: null | string;
  };
  utm: Record<string, string>;
};

export type AccessGrantedData = {
  access: {
    saleId: null | string;
    subscriptionId: null | string;
    items: Array<{
      productId: string;
      offerId: string;
      title: string;
    }>;
  };
  customer: {
    name: string;
    email: string;
    phone: null | string;
  };
};

export type SubscriptionCreatedData = {
  subscription: {
    id: string;
    offerId: string;
    productId: string;
    status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED' | 'ENDED';
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET' | 'PIX_AUTOMATICO';
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    frequencyInDays: number;
    cycle: number;
    periodEnd: string;
    nextChargeAt: null | string;
    endReason: null | 'BUYER' | 'SELLER' | 'PLATFORM' | 'UNPAID' | 'COMPLETED' | 'REFUNDED' | 'CHARGEBACK' | 'MANDATE_ENDED';
    accessEndsAt: null | string;
  };
  customer: {
    name: string;
    email: string;
    phone: null | string;
  };
};

export type RefundRequestedData = {
  request: {
    id: string;
    saleId: string;
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    decideBy: null | string;
  };
};

export type RefundSucceededData = {
  refund: {
    id: string;
    saleId: string;
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
  };
};

export type DisputeOpenedData = {
  dispute: {
    id: string;
    saleId: null | string;
    kind: 'CHARGEBACK' | 'MED';
    state: 'OPEN' | 'WON' | 'LOST' | 'ACCEPTED';
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    dueAt: string;
  };
};

export type PayoutRequestedData = {
  payout: {
    id: string;
    personId: string;
    method: 'PIX' | 'BANK_ACCOUNT' | 'RECEIVER';
    amount: number;
    fee: number;
    currency: 'BRL' | 'EUR' | 'USD';
  };
};

export type ReceiverUpdatedData = {
  receiver: {
    id: string;
    personId: null | string;
    provider: string;
    status: null | 'PENDING' | 'ACTIVE' | 'REJECTED';
  };
};

export type ProductCreatedData = {
  product: {
    id: string;
    name: string;
    status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
  };
};

export type KycRequestedData = {
  verification: {
    personId: string;
    status: 'NONE' | 'ASKED' | 'IN_REVIEW' | 'VERIFIED' | 'REFUSED' | 'EXPIRED';
  };
};

export type RiskReviewDecidedData = {
  review: {
    saleId: string;
    paymentId: string;
    decision: 'ACCEPT' | 'REFUSE';
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
  };
};

export type InvoiceIssuedData = {
  invoice: {
    id: string;
    saleId: string;
    amount: null | number;
    currency: 'BRL' | 'EUR' | 'USD';
    number: null | string;
    code: null | string;
    problem: null | 'UNREACHABLE' | 'BLOCKED' | 'REDIRECTED' | 'REFUSED' | 'SWITCHED_OFF' | 'ERASED' | 'DATA_MISSING' | 'TOO_OLD' | 'NOT_SET_UP' | 'SERVICES_DIFFER' | 'CURRENCY' | 'NOTHING_LEFT' | 'NO_ANSWER' | 'CANCEL_BY_HAND' | 'KEPT';
  };
};

/** The content of `data`, by the type of an event. */
export interface EventData {
  'sale.approved': SaleApprovedData;
  'sale.refused': SaleApprovedData;
  'sale.canceled': SaleApprovedData;
  'sale.refunded': SaleApprovedData;
  'sale.charged_back': SaleApprovedData;
  'pix.created': SaleApprovedData;
  'boleto.created': SaleApprovedData;
  'cart.abandoned': CartAbandonedData;
  'access.granted': AccessGrantedData;
  'access.revoked': AccessGrantedData;
  'subscription.created': SubscriptionCreatedData;
  'subscription.past_due': SubscriptionCreatedData;
  'subscription.resumed': SubscriptionCreatedData;
  'subscription.paused': SubscriptionCreatedData;
  'subscription.canceled': SubscriptionCreatedData;
  'subscription.ended': SubscriptionCreatedData;
  'refund.requested': RefundRequestedData;
  'refund.succeeded': RefundSucceededData;
  'refund.failed': RefundSucceededData;
  'dispute.opened': DisputeOpenedData;
  'dispute.won': DisputeOpenedData;
  'dispute.lost': DisputeOpenedData;
  'payout.requested': PayoutRequestedData;
  'payout.paid': PayoutRequestedData;
  'payout.failed': PayoutRequestedData;
  'payout.canceled': PayoutRequestedData;
  'receiver.updated': ReceiverUpdatedData;
  'product.created': ProductCreatedData;
  'product.updated': ProductCreatedData;
  'product.deleted': ProductCreatedData;
  'kyc.requested': KycRequestedData;
  'kyc.submitted': KycRequestedData;
  'kyc.verified': KycRequestedData;
  'kyc.refused': KycRequestedData;
  'kyc.expired': KycRequestedData;
  'risk.review_decided': RiskReviewDecidedData;
  'invoice.issued': InvoiceIssuedData;
  'invoice.refused': InvoiceIssuedData;
  'invoice.canceled': InvoiceIssuedData;
}
export type EventType = keyof EventData;

/** An event as webhooks and the stream tell it. `type` says what `data` is. */
export type PlatformEvent = {
  [Type in EventType]: {
    id: string;
    type: Type;
    isTest: boolean;
    createdAt: string;
    sellerId: string | null;
    data: EventData[Type];
  };
}[EventType];

/** The body of an event that a webhook chose by a name such as onBuyApproved. */
export type SellerEvent = {
  id: string;
  event: 'onBuyApproved' | 'onPixCreated' | 'onAbandonedCart' | 'onRefound' | 'onChargeback' | 'onProductShipping' | 'onProductDigital';
  type: 'PURCHASE_APPROVED' | 'PIX_GENERATED' | 'ABANDONED_CART' | 'REFUNDED' | 'CHARGEBACK' | 'SHIPPING' | 'DIGITAL';
  isTest: boolean;
  createdAt: string;
  data: {
    sale: null | {
      id: string;
      status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK';
      amount: number;
      currency: 'BRL' | 'EUR' | 'USD';
      method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
      installments: number;
      freight: number;
      discount: number;
      coupon: null | string;
      items: Array<{
        productId: string;
        offerId: string;
        title: string;
        unitPrice: number;
        quantity: number;
        isPhysical: boolean;
      }>;
      createdAt: string;
    };
    customer: {
      name: string;
      email: string;
      phone: null | string;
    };
    utm: Record<string, string>;
    subscription: null | {
      id: string;
      cycle: number;
    };
    cart: null | {
      id: string;
      productId: string;
      offerId: string;
      title: string;
      amount: null | number;
      currency: 'BRL' | 'EUR' | 'USD';
      resumeUrl: null | string;
    };
  };
};

export type AffiliatesDecideInput = {
  affiliationId: string;
  decision: 'APPROVE' | 'REFUSE';
};

export type AffiliatesDecideOutput = Record<string, never>;

export type AffiliatesEndInput = {
  affiliationId: string;
};

export type AffiliatesEndOutput = Record<string, never>;

export type AffiliatesListInput = {
  status: 'REQUESTED' | 'ACTIVE' | 'REFUSED' | 'ENDED';
  productId?: string;
  search?: string;
  from?: string;
  to?: string;
  after?: string;
  limit?: number;
};

export type AffiliatesListOutput = {
  items: Array<{
    id: string;
    status: 'REQUESTED' | 'ACTIVE' | 'REFUSED' | 'ENDED';
    basisPoints: number;
    createdAt: string;
    decidedAt: null | string;
    product: {
      id: string;
      name: string;
      image: null | string;
    };
    person: {
      id: string;
      name: string;
      email: string;
    };
    earned: {
      sales: number;
      commission: number;
      currency: 'BRL' | 'EUR' | 'USD';
    };
  }>;
  next: null | string;
  count?: null | number;
};

export type BalanceHoldsListInput = {
  currency?: 'BRL' | 'EUR' | 'USD';
  reason?: 'RELEASE' | 'RESERVE' | 'DISPUTE';
  after?: string;
  limit?: number;
};

export type BalanceHoldsListOutput = {
  items: Array<{
    id: string;
    reason: 'RELEASE' | 'RESERVE' | 'DISPUTE';
    saleId: string;
    title: string;
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    createdAt: string;
    releaseAt: null | string;
    rule: {
      days?: number;
      guaranteeDays?: number;
      reserveBasisPoints?: number;
    };
    isAnticipating: boolean;
    isDisputed: boolean;
  }>;
  next: null | string;
  count?: null | number;
};

export type BalanceRetrieveInput = {
  currency?: 'BRL' | 'EUR' | 'USD';
};

export type BalanceRetrieveOutput = {
  currency: 'BRL' | 'EUR' | 'USD';
  otherCurrencies: Array<'BRL' | 'EUR' | 'USD'>;
  pending: number;
  available: number;
  reserved: number;
  owed: number;
  releases: Array<{
    day: string;
    amount: number;
  }>;
  disputed: number;
};

export type BalanceStatementListInput = {
  currency?: 'BRL' | 'EUR' | 'USD';
  from?: string;
  to?: string;
  kind?: 'SALE' | 'REFUND' | 'REFUND_FAILED' | 'CHARGEBACK' | 'CHARGEBACK_WON' | 'ADJUSTMENT' | 'RELEASE' | 'DISPUTE_HELD' | 'DISPUTE_RELEASED' | 'WITHDRAWAL' | 'WITHDRAWAL_PAID' | 'WITHDRAWAL_FAILED' | 'ANTICIPATION' | 'ANTICIPATION_PAID' | 'ANTICIPATION_FAILED' | 'WRITE_OFF' | 'REVERSAL';
  after?: string;
  limit?: number;
};

export type BalanceStatementListOutput = {
  items: Array<{
    id: string;
    occurredAt: string;
    kind: 'SALE' | 'REFUND' | 'REFUND_FAILED' | 'CHARGEBACK' | 'CHARGEBACK_WON' | 'ADJUSTMENT' | 'RELEASE' | 'DISPUTE_HELD' | 'DISPUTE_RELEASED' | 'WITHDRAWAL' | 'WITHDRAWAL_PAID' | 'WITHDRAWAL_FAILED' | 'ANTICIPATION' | 'ANTICIPATION_PAID' | 'ANTICIPATION_FAILED' | 'WRITE_OFF' | 'REVERSAL';
    sale: null | {
      saleId: string;
      title: string;
      buyerName: null | string;
    };
    withdrawalId: null | string;
    anticipationId: null | string;
    disputeId: null | string;
    pending: number;
    available: number;
    reserved: number;
    owed: number;
    receiver: number;
    balance: null | {
      available: number;
      total: number;
    };
  }>;
  next: null | string;
  currency: 'BRL' | 'EUR' | 'USD';
};

export type CartsListInput = {
  from?: string;
  to?: string;
  state?: 'OPEN' | 'RECOVERED' | 'STOPPED' | 'EXPIRED';
  productId?: string;
  search?: string;
  isToContact?: boolean;
  after?: string;
  limit?: number;
};

export type CartsListOutput = {
  items: Array<{
    id: string;
    offerId: string;
    title: string;
    name: null | string;
    document: null | string;
    email: null | string;
    phone: null | string;
    cartAmt: null | number;
    currency: 'BRL' | 'EUR' | 'USD';
    utmQuery: Record<string, string>;
    state: 'OPEN' | 'RECOVERED' | 'STOPPED' | 'EXPIRED';
    stopReason: null | 'UNSUBSCRIBED' | 'REFUNDED' | 'REPLACED' | 'SELLER';
    isHoldout: boolean;
    abandonedAt: string;
    updatedAt: string;
    recoveredAt: null | string;
    saleId: null | string;
    resumeUrl: null | string;
    whatsappUrl: null | string;
    steps: Array<{
      channel: 'MAIL' | 'WHATSAPP';
      state: 'SENT' | 'WAITING' | 'DONE' | 'SKIPPED';
      at: string;
    }>;
    nextAt: null | string;
  }>;
  next: null | string;
  atStake?: Array<{
    currency: 'BRL' | 'EUR' | 'USD';
    amount: number;
    count: number;
  }>;
  recovered?: Array<{
    currency: 'BRL' | 'EUR' | 'USD';
    amount: number;
    count: number;
  }>;
};

export type CouponsCreateInput = {
  code: string;
  discount: {
    basisPoints: number;
  } | {
    amount: number;
    coin: 'BRL' | 'EUR' | 'USD';
  };
  maxUses: null | number;
  maxUsesPerBuyer: null | number;
  cycles: null | number;
  startsAt: null | string;
  endsAt: null | string;
  offerIds: Array<string>;
  productIds: Array<string>;
  isActive: boolean;
};

export type CouponsCreateOutput = {
  couponId: string;
};

export type CouponsDeleteInput = {
  couponId: string;
  version: number;
};

export type CouponsDeleteOutput = Record<string, never>;

export type CouponsListInput = {
  search?: string;
  productId?: string;
  after?: string;
  limit?: number;
};

export type CouponsListOutput = {
  items: Array<{
    id: string;
    code: string;
    discount: {
      basisPoints: number;
    } | {
      amount: number;
      coin: 'BRL' | 'EUR' | 'USD';
    };
    maxUses: null | number;
    maxUsesPerBuyer: null | number;
    cycles: null | number;
    startsAt: null | string;
    endsAt: null | string;
    offerIds: Array<string>;
    productIds: Array<string>;
    isActive: boolean;
    uses: number;
    revenue: Array<{
      currency: 'BRL' | 'EUR' | 'USD';
      amount: number;
    }>;
    version: number;
    createdAt: string;
  }>;
  next: null | string;
  count?: null | number;
};

export type CouponsUpdateInput = {
  couponId: string;
  version: number;
  discount: {
    basisPoints: number;
  } | {
    amount: number;
    coin: 'BRL' | 'EUR' | 'USD';
  };
  maxUses: null | number;
  maxUsesPerBuyer: null | number;
  cycles: null | number;
  startsAt: null | string;
  endsAt: null | string;
  offerIds: Array<string>;
  productIds: Array<string>;
  isActive: boolean;
};

export type CouponsUpdateOutput = {
  version: number;
};

export type CustomersListInput = {
  from?: string;
  to?: string;
  email?: string;
  after?: string;
  limit?: number;
};

export type CustomersListOutput = {
  items: Array<{
    id: string;
    email: string;
    name: null | string;
    phone: null | string;
    createdAt: string;
    lastSaleAt: null | string;
    paidSales: number;
  }>;
  next: null | string;
  count?: null | number;
};

export type CustomersRetrieveInput = {
  customerId: string;
};

export type CustomersRetrieveOutput = {
  id: string;
  email: string;
  name: null | string;
  phone: null | string;
  createdAt: string;
  lastSaleAt: null | string;
  paidSales: number;
};

export type DeliverablesCreateInput = {
  productId: string;
  kind: 'FILE' | 'ADDRESS' | 'KEY' | 'TEXT';
  title: string;
  uploadId?: string;
  mostDownloads?: number;
  address?: string;
  text?: string;
};

export type DeliverablesCreateOutput = {
  deliverableId: string;
  version: number;
};

export type DeliverablesDeleteInput = {
  deliverableId: string;
  version: number;
};

export type DeliverablesDeleteOutput = Record<string, never>;

export type DeliverablesKeysCreateInput = {
  deliverableId: string;
  keys: Array<string>;
};

export type DeliverablesKeysCreateOutput = {
  added: number;
  handedOut: number;
};

export type DeliverablesRetrieveInput = {
  productId: string;
};

export type DeliverablesRetrieveOutput = {
  version: number;
  mostFileBytes: number;
  items: Array<{
    id: string;
    version: number;
    kind: 'FILE' | 'ADDRESS' | 'KEY' | 'TEXT';
    title: string;
    file: null | {
      name: string;
      bytes: number;
      contentType: string;
    };
    mostDownloads: number;
    address: null | string;
    text: null | string;
    freeKeys: number;
    usedKeys: number;
    waitingSales: number;
  }>;
};

export type DeliverablesUpdateInput = {
  deliverableId: string;
  version: number;
  title?: string;
  uploadId?: string;
  mostDownloads?: number;
  address?: string;
  text?: string;
};

export type DeliverablesUpdateOutput = {
  version: number;
};

export type DeliveriesResendInput = {
  deliveryId: string;
};

export type DeliveriesResendOutput = Record<string, never>;

export type DeliveriesRetrieveInput = {
  deliveryId: string;
};

export type DeliveriesRetrieveOutput = {
  id: string;
  event: 'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled' | 'onBuyApproved' | 'onPixCreated' | 'onAbandonedCart' | 'onRefound' | 'onChargeback' | 'onProductShipping' | 'onProductDigital';
  isTest: boolean;
  saleId: null | string;
  state: 'WAITING' | 'SENT' | 'FAILED';
  problem: null | 'UNREACHABLE' | 'BLOCKED' | 'REDIRECTED' | 'REFUSED' | 'SWITCHED_OFF' | 'ERASED' | 'NOT_CHOSEN';
  attempts: number;
  answerStatus: null | number;
  answer: null | string;
  attemptedAt: null | string;
  nextAttemptAt: null | string;
  createdAt: string;
  body: null | string;
};

export type DisputesAcceptInput = {
  disputeId: string;
};

export type DisputesAcceptOutput = Record<string, never>;

export type DisputesAnswerInput = {
  disputeId: string;
  defence: string;
};

export type DisputesAnswerOutput = Record<string, never>;

export type DisputesListInput = {
  state?: 'OPEN' | 'ANSWERED' | 'WON' | 'LOST' | 'ACCEPTED';
  kind?: 'CHARGEBACK' | 'MED';
  search?: string;
  from?: string;
  to?: string;
  after?: string;
  limit?: number;
  sort?: 'amount' | '-amount' | 'openedAt' | '-openedAt' | 'dueAt' | '-dueAt';
  expand?: Array<'sale' | 'customer'>;
};

export type DisputesListOutput = {
  items: Array<{
    id: string;
    kind: 'CHARGEBACK' | 'MED';
    state: 'OPEN' | 'ANSWERED' | 'WON' | 'LOST' | 'ACCEPTED';
    paymentId: string;
    saleId: string;
    title: string;
    cycle: null | number;
    buyerName: string;
    seller: {
      id: string;
      name: string;
      email: string;
    };
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    amount: number;
    heldAmount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    reason: string;
    dueAt: string;
    openedAt: string;
    answeredAt: null | string;
    closedAt: null | string;
    customerId?: null | string;
    sale?: null | {
      id: string;
      paymentId: string;
      createdAt: string;
      title: string;
      cycle: null | number;
      buyerName: string;
      buyerEmail: string;
      method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
      amount: number;
      currency: 'BRL' | 'EUR' | 'USD';
      installments: number;
      status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK';
      settlement: 'NONE' | 'EXACT' | 'LATE' | 'UNDERPAID' | 'OVERPAID' | 'DUPLICATE';
      approvedAt?: null | string;
      couponCode?: null | string;
      discount?: number;
      methodDiscount?: number;
      offerId?: string;
      productId?: string;
      customerId?: null | string;
      subscriptionId?: null | string;
    };
    customer?: null | {
      id: string;
      email: string;
      name: null | string;
      phone: null | string;
      createdAt: string;
      lastSaleAt: null | string;
      paidSales: number;
    };
  }>;
  next: null | string;
  open: number;
  count?: null | number;
};

export type DisputesRetrieveInput = {
  disputeId: string;
  expand?: Array<'sale' | 'customer'>;
};

export type DisputesRetrieveOutput = {
  id: string;
  kind: 'CHARGEBACK' | 'MED';
  state: 'OPEN' | 'ANSWERED' | 'WON' | 'LOST' | 'ACCEPTED';
  paymentId: string;
  saleId: string;
  title: string;
  cycle: null | number;
  buyerName: string;
  seller: {
    id: string;
    name: string;
    email: string;
  };
  method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
  amount: number;
  heldAmount: number;
  currency: 'BRL' | 'EUR' | 'USD';
  reason: string;
  dueAt: string;
  openedAt: string;
  answeredAt: null | string;
  closedAt: null | string;
  defence: string;
  note: string;
  providerReference: null | string;
  files: Array<{
    id: string;
    name: string;
    mediaType: 'application/pdf' | 'image/png' | 'image/jpeg';
    bytes: number;
    createdAt: string;
  }>;
  customerId?: null | string;
  isLiabilityShifted?: boolean;
  sale?: null | {
    id: string;
    paymentId: string;
    createdAt: string;
    title: string;
    cycle: null | number;
    buyerName: string;
    buyerEmail: string;
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    installments: number;
    status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK';
    settlement: 'NONE' | 'EXACT' | 'LATE' | 'UNDERPAID' | 'OVERPAID' | 'DUPLICATE';
    approvedAt?: null | string;
    couponCode?: null | string;
    discount?: number;
    methodDiscount?: number;
    offerId?: string;
    productId?: string;
    customerId?: null | string;
    subscriptionId?: null | string;
  };
  customer?: null | {
    id: string;
    email: string;
    name: null | string;
    phone: null | string;
    createdAt: string;
    lastSaleAt: null | string;
    paidSales: number;
  };
};

export type EmbeddingOriginsListOutput = {
  origins: Array<string>;
};

export type EmbeddingOriginsUpdateInput = {
  origins: Array<string>;
};

export type EmbeddingOriginsUpdateOutput = {
  origins: Array<string>;
};

export type EventsListInput = {
  owner?: 'SELLER' | 'PLATFORM';
  type?: 'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled';
  subjectId?: string;
  createdFrom?: string;
  createdBefore?: string;
  after?: string;
  limit?: number;
};

export type EventsListOutput = {
  items: Array<{
    id: string;
    type: 'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled';
    createdAt: string;
    sellerId: null | string;
    subjectId: string;
  }>;
  next: null | string;
  count?: null | number;
};

export type EventsRetrieveInput = {
  eventId: string;
  owner?: 'SELLER' | 'PLATFORM';
};

export type EventsRetrieveOutput = {
  id: string;
  type: 'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled';
  createdAt: string;
  sellerId: null | string;
  subjectId: string;
  data: null | Record<string, unknown>;
  deliveries: Array<{
    id: string;
    webhookId: string;
    webhookName: string;
    state: 'WAITING' | 'SENT' | 'FAILED';
    answerStatus: null | number;
    attemptedAt: null | string;
  }>;
};

export type FilesCreateInput = {
  fileName: string;
  bytes: number;
};

export type FilesCreateOutput = {
  uploadId: string;
  url: string;
  headers: Record<string, string>;
};

export type FilesDeleteInput = {
  uploadId: string;
};

export type FilesDeleteOutput = Record<string, never>;

export type FilesListInput = {
  kind?: 'PRODUCT_COVER' | 'ORDER_BUMP' | 'CHECKOUT_BANNER' | 'CHECKOUT_LOGO' | 'FEEDBACK' | 'PLATFORM_LOGO' | 'PLATFORM_ICON' | 'PLATFORM_BANNER' | 'PRODUCT_FILE';
  after?: string;
  limit?: number;
};

export type FilesListOutput = {
  items: Array<{
    id: string;
    kind: 'PRODUCT_COVER' | 'ORDER_BUMP' | 'CHECKOUT_BANNER' | 'CHECKOUT_LOGO' | 'FEEDBACK' | 'PLATFORM_LOGO' | 'PLATFORM_ICON' | 'PLATFORM_BANNER' | 'PRODUCT_FILE';
    name: null | string;
    contentType: string;
    bytes: number;
    createdAt: string;
    finishedAt: null | string;
    address: null | string;
  }>;
  next: null | string;
  count?: null | number;
};

export type FunnelsCreateInput = {
  name: string;
  offerId: string;
  isEnabled: boolean;
  steps: Array<{
    id: string;
    offerId: string;
    title: string;
    text: string;
    picture: null | string;
    price: null | number;
    acceptText: string;
    declineText: string;
    onAccept: null | string;
    onDecline: null | string;
  }>;
};

export type FunnelsCreateOutput = {
  funnelId: string;
};

export type FunnelsDeleteInput = {
  funnelId: string;
};

export type FunnelsDeleteOutput = Record<string, never>;

export type FunnelsListInput = {
  after?: string;
  limit?: number;
};

export type FunnelsListOutput = {
  items: Array<{
    id: string;
    name: string;
    offerId: string;
    offerTitle: string;
    currency: 'BRL' | 'EUR' | 'USD';
    isEnabled: boolean;
    createdAt: string;
    steps: number;
    shown: number;
    accepted: number;
    revenue: number;
  }>;
  next: null | string;
  count?: null | number;
};

export type FunnelsRetrieveInput = {
  funnelId: string;
};

export type FunnelsRetrieveOutput = {
  id: string;
  name: string;
  offerId: string;
  offerTitle: string;
  currency: 'BRL' | 'EUR' | 'USD';
  isEnabled: boolean;
  createdAt: string;
  steps: Array<{
    id: string;
    offerId: string;
    title: string;
    text: string;
    picture: null | string;
    price: null | number;
    acceptText: string;
    declineText: string;
    onAccept: null | string;
    onDecline: null | string;
  }>;
  version: number;
  figures: Array<{
    stepId: string;
    shown: number;
    accepted: number;
    declined: number;
    paid: number;
    revenue: number;
  }>;
};

export type FunnelsUpdateInput = {
  funnelId: string;
  version: number;
  name: string;
  offerId: string;
  isEnabled: boolean;
  steps: Array<{
    id: string;
    offerId: string;
    title: string;
    text: string;
    picture: null | string;
    price: null | number;
    acceptText: string;
    declineText: string;
    onAccept: null | string;
    onDecline: null | string;
  }>;
};

export type FunnelsUpdateOutput = {
  version: number;
};

export type ImportedCustomersListInput = {
  search?: string;
  after?: string;
  limit?: number;
};

export type ImportedCustomersListOutput = {
  items: Array<{
    id: string;
    name: null | string;
    email: string;
    phone: null | string;
    document: null | string;
    source: 'HOTMART' | 'KIWIFY' | 'EDUZZ' | 'FEIRA' | 'PLAIN';
    createdAt: string;
  }>;
  next: null | string;
  count?: null | number;
};

export type ImportedCustomersRetrieveInput = {
  customerId: string;
};

export type ImportedCustomersRetrieveOutput = {
  id: string;
  name: null | string;
  email: string;
  phone: null | string;
  document: null | string;
  source: 'HOTMART' | 'KIWIFY' | 'EDUZZ' | 'FEIRA' | 'PLAIN';
  createdAt: string;
  importedSales: Array<{
    id: string;
    source: 'HOTMART' | 'KIWIFY' | 'EDUZZ' | 'FEIRA' | 'PLAIN';
    externalId: null | string;
    soldAt: string;
    productName: string;
    offerTitle: null | string;
    amount: number;
    netAmount: null | number;
    currency: 'BRL' | 'EUR' | 'USD';
    status: 'APPROVED' | 'PENDING' | 'REFUNDED' | 'CHARGEBACK' | 'CANCELED' | 'OTHER';
  }>;
  sales: Array<{
    id: string;
    createdAt: string;
    title: string;
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    status: string;
  }>;
};

export type ImportedSalesListInput = {
  search?: string;
  after?: string;
  limit?: number;
};

export type ImportedSalesListOutput = {
  items: Array<{
    id: string;
    source: 'HOTMART' | 'KIWIFY' | 'EDUZZ' | 'FEIRA' | 'PLAIN';
    externalId: null | string;
    soldAt: string;
    productName: string;
    offerTitle: null | string;
    amount: number;
    netAmount: null | number;
    currency: 'BRL' | 'EUR' | 'USD';
    status: 'APPROVED' | 'PENDING' | 'REFUNDED' | 'CHARGEBACK' | 'CANCELED' | 'OTHER';
    name: null | string;
    email: string;
    phone: null | string;
    document: null | string;
  }>;
  next: null | string;
  count?: null | number;
};

export type ImportedSubscriptionsListInput = {
  search?: string;
  state?: 'WAITING' | 'INVITED' | 'AGREED';
  after?: string;
  limit?: number;
};

export type ImportedSubscriptionsListOutput = {
  items: Array<{
    id: string;
    name: null | string;
    email: string;
    phone: null | string;
    document: null | string;
    source: 'HOTMART' | 'KIWIFY' | 'EDUZZ' | 'FEIRA' | 'PLAIN';
    state: 'WAITING' | 'INVITED' | 'AGREED';
    title: string;
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    nextDueAt: string;
    invites: number;
    invitedAt: null | string;
    subscriptionId: null | string;
  }>;
  next: null | string;
  inviteable: number;
  count?: null | number;
};

export type ImportsCheckInput = {
  importId: string;
  kind: 'PRODUCTS' | 'OFFERS' | 'CUSTOMERS' | 'SUBSCRIPTIONS' | 'SALES';
  source: 'HOTMART' | 'KIWIFY' | 'EDUZZ' | 'FEIRA' | 'PLAIN';
  mapping: Array<{
    field: string;
    column: number;
  }>;
  isLenient: boolean;
};

export type ImportsCheckOutput = Record<string, never>;

export type ImportsCreateInput = {
  fileName: string;
  bytes: number;
};

export type ImportsCreateOutput = {
  importId: string;
  partBytes: number;
};

export type ImportsDeleteInput = {
  importId: string;
};

export type ImportsDeleteOutput = Record<string, never>;

export type ImportsFinishUploadInput = {
  importId: string;
};

export type ImportsFinishUploadOutput = Record<string, never>;

export type ImportsListInput = {
  after?: string;
  limit?: number;
};

export type ImportsListOutput = {
  items: Array<{
    id: string;
    fileName: string;
    bytes: number;
    state: 'UPLOADING' | 'READING' | 'MAPPING' | 'CHECKING' | 'CHECKED' | 'RUNNING' | 'DONE' | 'UNDOING' | 'UNDONE' | 'FAILED';
    kind: null | 'PRODUCTS' | 'OFFERS' | 'CUSTOMERS' | 'SUBSCRIPTIONS' | 'SALES';
    source: null | 'HOTMART' | 'KIWIFY' | 'EDUZZ' | 'FEIRA' | 'PLAIN';
    format: null | 'CSV' | 'XLSX';
    rowCount: number;
    doneRows: number;
    newRows: number;
    changedRows: number;
    sameRows: number;
    refusedRows: number;
    madeRows: number;
    writtenRows: number;
    removedRows: number;
    keptRows: number;
    createdAt: string;
    finishedAt: null | string;
  }>;
  next: null | string;
  count?: null | number;
};

export type ImportsPartsUpdateInput = {
  importId: string;
  number: number;
  content: string;
};

export type ImportsPartsUpdateOutput = Record<string, never>;

export type ImportsProblemsListInput = {
  importId: string;
  of: 'REFUSED' | 'KEPT';
  after?: number;
};

export type ImportsProblemsListOutput = {
  items: Array<{
    line: number;
    field: null | string;
    value: null | string;
    why: string;
    fix: string;
  }>;
  next: null | number;
};

export type ImportsRetrieveInput = {
  importId: string;
  kind?: 'PRODUCTS' | 'OFFERS' | 'CUSTOMERS' | 'SUBSCRIPTIONS' | 'SALES';
  source?: 'HOTMART' | 'KIWIFY' | 'EDUZZ' | 'FEIRA' | 'PLAIN';
};

export type ImportsRetrieveOutput = {
  id: string;
  fileName: string;
  bytes: number;
  state: 'UPLOADING' | 'READING' | 'MAPPING' | 'CHECKING' | 'CHECKED' | 'RUNNING' | 'DONE' | 'UNDOING' | 'UNDONE' | 'FAILED';
  kind: null | 'PRODUCTS' | 'OFFERS' | 'CUSTOMERS' | 'SUBSCRIPTIONS' | 'SALES';
  source: null | 'HOTMART' | 'KIWIFY' | 'EDUZZ' | 'FEIRA' | 'PLAIN';
  format: null | 'CSV' | 'XLSX';
  rowCount: number;
  doneRows: number;
  newRows: number;
  changedRows: number;
  sameRows: number;
  refusedRows: number;
  madeRows: number;
  writtenRows: number;
  removedRows: number;
  keptRows: number;
  createdAt: string;
  finishedAt: null | string;
  problem: null | string;
  headers: Array<string>;
  mapping: Array<{
    field: string;
    column: number;
  }>;
  isLenient: boolean;
  preview: Array<Array<string>>;
  fields: Array<{
    name: string;
    label: string;
    isRequired: boolean;
  }>;
  undoUntil: null | string;
  deletedAt: string;
};

export type ImportsRowsCreateInput = {
  kind: 'PRODUCTS' | 'OFFERS' | 'CUSTOMERS' | 'SUBSCRIPTIONS' | 'SALES';
  rows: Array<Record<string, string>>;
  source?: 'HOTMART' | 'KIWIFY' | 'EDUZZ' | 'FEIRA' | 'PLAIN';
  fileName?: string;
  isLenient?: boolean;
};

export type ImportsRowsCreateOutput = {
  importId: string;
};

export type ImportsRunInput = {
  importId: string;
};

export type ImportsRunOutput = Record<string, never>;

export type ImportsUndoInput = {
  importId: string;
};

export type ImportsUndoOutput = Record<string, never>;

export type OffersArchiveInput = {
  offerId: string;
  version: number;
};

export type OffersArchiveOutput = {
  version: number;
};

export type OffersCopyInput = {
  offerId: string;
};

export type OffersCopyOutput = {
  offerId: string;
  version: number;
};

export type OffersCreateInput = {
  productId: string;
  title: string;
  price: number;
  fakePrice?: null | number;
  coin?: 'BRL' | 'EUR' | 'USD';
  type?: 'ONE_TIME' | 'SUBSCRIPTION';
  recurrencePrice?: null | number;
  frequencyInDays?: null | 7 | 15 | 30 | 60 | 90 | 180 | 365;
  period?: 'DAYS' | 'CALENDAR';
  trialDays?: null | number;
  isTrialFree?: boolean;
  recurrenceCycles?: null | number;
  affiliateCycles?: null | number;
  dunning?: null | {
    steps: Array<{
      day: number;
      action: 'RETRY_CARD' | 'ASK_CARD' | 'OFFER_PIX' | 'REMIND';
    }>;
    graceDays: number;
    endDay: number;
    end: 'CANCEL' | 'KEEP_PAST_DUE';
    codeDaysBefore: number;
    mostRetries: number;
  };
  fretePrice?: null | number;
  requiredDocumentAndPhone?: boolean;
  pixEnabled?: boolean;
  creditCardEnabled?: boolean;
  billetEnabled?: boolean;
  pixDiscountBasisPoints?: number;
  billetDiscountBasisPoints?: number;
  abandonedCartEnabled?: boolean;
  customFields?: Array<{
    key: string;
    label: string;
    kind: 'TEXT' | 'CHOICE' | 'DATE';
    isRequired: boolean;
    options: Array<string>;
  }>;
  connectionId?: null | string;
  stockLimit?: null | number;
  maxQuantity?: number;
  saleStartsAt?: null | string;
  saleEndsAt?: null | string;
  thankYouUrl?: null | string;
  priceKeptDays?: number;
  installments?: null | {
    max: number;
    interestFree: number;
    feeBasisPoints: Array<number>;
    minimumInstallment: number;
  };
  status?: 'DRAFT' | 'PUBLISHED';
  deliveryOptions?: Array<{
    description: string;
    deliveryTime: string;
    fareAmount: number;
    preSelected: boolean;
    quotedBy?: null | string;
    freeFrom?: null | number;
    fallback?: Array<{
      place: string;
      fareAmount: number;
      deliveryTime: string;
    }>;
    id?: string;
  }>;
};

export type OffersCreateOutput = {
  offerId: string;
  version: number;
};

export type OffersListInput = {
  productId?: string;
  status?: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
  search?: string;
  after?: string;
  limit?: number;
};

export type OffersListOutput = {
  items: Array<{
    id: string;
    title: string;
    price: number;
    coin: 'BRL' | 'EUR' | 'USD';
    type: 'ONE_TIME' | 'SUBSCRIPTION';
    status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
    createdAt: string;
    product: {
      id: string;
      name: string;
      image: null | string;
      typeProduct: 'DIGITAL' | 'FISICO';
      status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
    };
    url: string;
  }>;
  next: null | string;
  count?: null | number;
};

export type OffersRetrieveInput = {
  offerId: string;
};

export type OffersRetrieveOutput = {
  id: string;
  title: string;
  price: number;
  coin: 'BRL' | 'EUR' | 'USD';
  type: 'ONE_TIME' | 'SUBSCRIPTION';
  status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
  createdAt: string;
  product: {
    id: string;
    name: string;
    image: null | string;
    typeProduct: 'DIGITAL' | 'FISICO';
    status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
  };
  url: string;
  fakePrice: null | number;
  recurrencePrice: null | number;
  frequencyInDays: null | 7 | 15 | 30 | 60 | 90 | 180 | 365;
  period: 'DAYS' | 'CALENDAR';
  trialDays: null | number;
  isTrialFree: boolean;
  recurrenceCycles: null | number;
  affiliateCycles: null | number;
  dunning: null | {
    steps: Array<{
      day: number;
      action: 'RETRY_CARD' | 'ASK_CARD' | 'OFFER_PIX' | 'REMIND';
    }>;
    graceDays: number;
    endDay: number;
    end: 'CANCEL' | 'KEEP_PAST_DUE';
    codeDaysBefore: number;
    mostRetries: number;
  };
  fretePrice: null | number;
  requiredDocumentAndPhone: boolean;
  pixEnabled: boolean;
  creditCardEnabled: boolean;
  billetEnabled: boolean;
  pixDiscountBasisPoints: number;
  billetDiscountBasisPoints: number;
  abandonedCartEnabled: boolean;
  customFields: Array<{
    key: string;
    label: string;
    kind: 'TEXT' | 'CHOICE' | 'DATE';
    isRequired: boolean;
    options: Array<string>;
  }>;
  connectionId: null | string;
  stockLimit: null | number;
  maxQuantity: number;
  saleStartsAt: null | string;
  saleEndsAt: null | string;
  thankYouUrl: null | string;
  priceKeptDays: number;
  installments: null | {
    max: number;
    interestFree: number;
    feeBasisPoints: Array<number>;
    minimumInstallment: number;
  };
  version: number;
  deliveryOptions: Array<{
    id: string;
    description: string;
    deliveryTime: string;
    fareAmount: number;
    preSelected: boolean;
    quotedBy: null | string;
    freeFrom: null | number;
    fallback: Array<{
      place: string;
      fareAmount: number;
      deliveryTime: string;
    }>;
  }>;
  taken: number;
  qrPath: string;
  qrSize: number;
};

export type OffersUpdateInput = {
  offerId: string;
  version: number;
  title?: string;
  price?: number;
  fakePrice?: null | number;
  coin?: 'BRL' | 'EUR' | 'USD';
  type?: 'ONE_TIME' | 'SUBSCRIPTION';
  recurrencePrice?: null | number;
  frequencyInDays?: null | 7 | 15 | 30 | 60 | 90 | 180 | 365;
  period?: 'DAYS' | 'CALENDAR';
  trialDays?: null | number;
  isTrialFree?: boolean;
  recurrenceCycles?: null | number;
  affiliateCycles?: null | number;
  dunning?: null | {
    steps: Array<{
      day: number;
      action: 'RETRY_CARD' | 'ASK_CARD' | 'OFFER_PIX' | 'REMIND';
    }>;
    graceDays: number;
    endDay: number;
    end: 'CANCEL' | 'KEEP_PAST_DUE';
    codeDaysBefore: number;
    mostRetries: number;
  };
  fretePrice?: null | number;
  requiredDocumentAndPhone?: boolean;
  pixEnabled?: boolean;
  creditCardEnabled?: boolean;
  billetEnabled?: boolean;
  pixDiscountBasisPoints?: number;
  billetDiscountBasisPoints?: number;
  abandonedCartEnabled?: boolean;
  customFields?: Array<{
    key: string;
    label: string;
    kind: 'TEXT' | 'CHOICE' | 'DATE';
    isRequired: boolean;
    options: Array<string>;
  }>;
  connectionId?: null | string;
  stockLimit?: null | number;
  maxQuantity?: number;
  saleStartsAt?: null | string;
  saleEndsAt?: null | string;
  thankYouUrl?: null | string;
  priceKeptDays?: number;
  installments?: null | {
    max: number;
    interestFree: number;
    feeBasisPoints: Array<number>;
    minimumInstallment: number;
  };
  status?: 'DRAFT' | 'PUBLISHED';
  deliveryOptions?: Array<{
    description: string;
    deliveryTime: string;
    fareAmount: number;
    preSelected: boolean;
    quotedBy?: null | string;
    freeFrom?: null | number;
    fallback?: Array<{
      place: string;
      fareAmount: number;
      deliveryTime: string;
    }>;
    id?: string;
  }>;
};

export type OffersUpdateOutput = {
  version: number;
};

export type OrderBumpsDeleteInput = {
  bumpId: string;
  version: number;
};

export type OrderBumpsDeleteOutput = Record<string, never>;

export type OrderBumpsUpdateInput = {
  bumpId: string;
  version: number;
  title?: string;
  text?: string;
  image?: null | string;
  price?: null | number;
  fakePrice?: null | number;
};

export type OrderBumpsUpdateOutput = {
  version: number;
};

export type PaymentLinksCloseInput = {
  linkId: string;
  version: number;
};

export type PaymentLinksCloseOutput = {
  version: number;
};

export type PaymentLinksCreateInput = {
  offerId?: string;
  title?: string;
  description?: string;
  amount?: number;
  leastAmount?: number;
  mostAmount?: number;
  isSingleUse?: boolean;
  expiresAt?: null | string;
  note?: string;
};

export type PaymentLinksCreateOutput = {
  linkId: string;
  version: number;
  url: string;
};

export type PaymentLinksListInput = {
  search?: string;
  state?: 'ON' | 'OFF' | 'PAYING' | 'PAID' | 'EXPIRED' | 'CLOSED' | 'IN_REVIEW' | 'UNAVAILABLE';
  after?: string;
  limit?: number;
};

export type PaymentLinksListOutput = {
  items: Array<{
    id: string;
    kind: 'OFFER' | 'AMOUNT' | 'OPEN_AMOUNT';
    state: 'ON' | 'OFF' | 'PAYING' | 'PAID' | 'EXPIRED' | 'CLOSED' | 'IN_REVIEW' | 'UNAVAILABLE';
    title: string;
    description: string;
    amount: null | number;
    coin: 'BRL' | 'EUR' | 'USD';
    leastAmount: null | number;
    mostAmount: null | number;
    note: string;
    isActive: boolean;
    isSingleUse: boolean;
    expiresAt: null | string;
    url: string;
    product: {
      id: string;
      name: string;
    };
    openings: number;
    paid: number;
    revenue: number;
    version: number;
    createdAt: string;
  }>;
  next: null | string;
  count?: null | number;
};

export type PaymentLinksRetrieveInput = {
  linkId: string;
};

export type PaymentLinksRetrieveOutput = {
  id: string;
  kind: 'OFFER' | 'AMOUNT' | 'OPEN_AMOUNT';
  state: 'ON' | 'OFF' | 'PAYING' | 'PAID' | 'EXPIRED' | 'CLOSED' | 'IN_REVIEW' | 'UNAVAILABLE';
  title: string;
  description: string;
  amount: null | number;
  coin: 'BRL' | 'EUR' | 'USD';
  leastAmount: null | number;
  mostAmount: null | number;
  note: string;
  isActive: boolean;
  isSingleUse: boolean;
  expiresAt: null | string;
  url: string;
  product: {
    id: string;
    name: string;
  };
  openings: number;
  paid: number;
  revenue: number;
  version: number;
  createdAt: string;
  qrPath: string;
  qrSize: number;
};

export type PaymentLinksUpdateInput = {
  linkId: string;
  version: number;
  title?: string;
  description?: string;
  amount?: number;
  leastAmount?: number;
  mostAmount?: number;
  expiresAt?: null | string;
  note?: string;
  isActive?: boolean;
};

export type PaymentLinksUpdateOutput = {
  version: number;
};

export type PaymentsRefundableRetrieveInput = {
  paymentId: string;
  amount?: number;
};

export type PaymentsRefundableRetrieveOutput = {
  sale: {
    saleId: string;
    title: string;
    buyerName: string;
    sellerId: string;
    sellerName: string;
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    boughtAt: string;
  };
  currency: 'BRL' | 'EUR' | 'USD';
  paidAmount: number;
  returnedAmount: number;
  refundable: number;
  isPartialPossible: boolean;
  obstacle: null | 'NOT_PAID' | 'ALL_RETURNED' | 'DISPUTED' | 'SURPLUS' | 'UNSUPPORTED' | 'EXPIRED';
  ownShare: number;
  shares: Array<{
    role: 'PLATFORM' | 'INTEREST' | 'seller' | 'affiliate' | 'co-producer' | 'manager';
    amount: number;
    left: number;
  }>;
};

export type PaymentsRefundsCreateInput = {
  paymentId: string;
  amount?: number;
  note?: string;
};

export type PaymentsRefundsCreateOutput = {
  refund: {
    id: string;
    createdAt: string;
    paymentId: string;
    title: string;
    cycle: null | number;
    buyerName: string;
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    amount: number;
    paidAmount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    authorisedAs: 'seller' | 'admin' | 'buyer';
    state: 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';
    note: null | string;
    reason: null | string;
    providerReason: null | string;
  };
};

export type PayoutsCancelInput = {
  withdrawalId: string;
};

export type PayoutsCancelOutput = Record<string, never>;

export type PayoutsCreateInput = {
  amount: number;
  currency?: 'BRL' | 'EUR' | 'USD';
  destinationId?: string;
  receiverId?: string;
};

export type PayoutsCreateOutput = {
  withdrawal: {
    id: string;
    role: 'seller' | 'manager';
    method: 'PIX' | 'BANK_ACCOUNT' | 'RECEIVER';
    amount: number;
    fee: number;
    currency: 'BRL' | 'EUR' | 'USD';
    state: 'WAITING' | 'APPROVED' | 'SENDING' | 'SENT' | 'UNKNOWN' | 'PAID' | 'REJECTED' | 'FAILED' | 'CANCELED';
    destinationLabel: string;
    reason: null | string;
    createdAt: string;
    closedAt: null | string;
  };
};

export type PayoutsDestinationsRetrieveOutput = {
  destinations: Array<{
    id: string;
    kind: 'PIX_KEY' | 'BANK_ACCOUNT';
    pixType: null | 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';
    label: string;
    bankCode: null | string;
    holderName: string;
    status: 'WAITING' | 'ACTIVE' | 'REFUSED' | 'REMOVED';
    usableAt: string;
    reason: null | string;
    createdAt: string;
  }>;
  coolingHours: number;
};

export type PayoutsListInput = {
  currency?: 'BRL' | 'EUR' | 'USD';
  state?: 'WAITING' | 'APPROVED' | 'SENDING' | 'SENT' | 'UNKNOWN' | 'PAID' | 'REJECTED' | 'FAILED' | 'CANCELED';
  after?: string;
  limit?: number;
  sort?: 'amount' | '-amount' | 'createdAt' | '-createdAt';
};

export type PayoutsListOutput = {
  items: Array<{
    id: string;
    role: 'seller' | 'manager';
    method: 'PIX' | 'BANK_ACCOUNT' | 'RECEIVER';
    amount: number;
    fee: number;
    currency: 'BRL' | 'EUR' | 'USD';
    state: 'WAITING' | 'APPROVED' | 'SENDING' | 'SENT' | 'UNKNOWN' | 'PAID' | 'REJECTED' | 'FAILED' | 'CANCELED';
    destinationLabel: string;
    reason: null | string;
    createdAt: string;
    closedAt: null | string;
  }>;
  next: null | string;
  count?: null | number;
};

export type PayoutsTermsRetrieveInput = {
  currency?: 'BRL' | 'EUR' | 'USD';
};

export type PayoutsTermsRetrieveOutput = {
  currency: 'BRL' | 'EUR' | 'USD';
  available: number;
  fee: number;
  minimum: number;
  automaticUpTo: number;
  secondApprovalAbove: number;
  coolingHours: number;
  methods: Array<'PIX' | 'BANK_ACCOUNT' | 'RECEIVER'>;
  destinations: Array<{
    id: string;
    kind: 'PIX_KEY' | 'BANK_ACCOUNT';
    pixType: null | 'CPF' | 'CNPJ' | 'EMAIL' | 'PHONE' | 'RANDOM';
    label: string;
    bankCode: null | string;
    holderName: string;
    status: 'WAITING' | 'ACTIVE' | 'REFUSED' | 'REMOVED';
    usableAt: string;
    reason: null | string;
    createdAt: string;
  }>;
  receivers: Array<{
    id: string;
    provider: string;
    label: string;
  }>;
};

export type PicturesCreateInput = {
  kind: 'PRODUCT_COVER' | 'ORDER_BUMP' | 'CHECKOUT_BANNER' | 'CHECKOUT_LOGO' | 'FEEDBACK' | 'PLATFORM_LOGO' | 'PLATFORM_ICON' | 'PLATFORM_BANNER';
  contentType: string;
  bytes: number;
};

export type PicturesCreateOutput = {
  uploadId: string;
  url: string;
  headers: Record<string, string>;
};

export type PicturesFinishInput = {
  uploadId: string;
};

export type PicturesFinishOutput = {
  address: string;
};

export type PlatformDisputesListInput = {
  state?: 'OPEN' | 'ANSWERED' | 'WON' | 'LOST' | 'ACCEPTED';
  kind?: 'CHARGEBACK' | 'MED';
  search?: string;
  from?: string;
  to?: string;
  after?: string;
  limit?: number;
  sort?: 'amount' | '-amount' | 'openedAt' | '-openedAt' | 'dueAt' | '-dueAt';
};

export type PlatformDisputesListOutput = {
  items: Array<{
    id: string;
    kind: 'CHARGEBACK' | 'MED';
    state: 'OPEN' | 'ANSWERED' | 'WON' | 'LOST' | 'ACCEPTED';
    paymentId: string;
    saleId: string;
    title: string;
    cycle: null | number;
    buyerName: string;
    seller: {
      id: string;
      name: string;
      email: string;
    };
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    amount: number;
    heldAmount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    reason: string;
    dueAt: string;
    openedAt: string;
    answeredAt: null | string;
    closedAt: null | string;
    customerId?: null | string;
  }>;
  next: null | string;
  open: number;
  count?: null | number;
};

export type PlatformPaymentsRefundsCreateInput = {
  paymentId: string;
  amount?: number;
  note?: string;
};

export type PlatformPaymentsRefundsCreateOutput = {
  refund: {
    id: string;
    createdAt: string;
    paymentId: string;
    title: string;
    cycle: null | number;
    buyerName: string;
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    amount: number;
    paidAmount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    authorisedAs: 'seller' | 'admin' | 'buyer';
    state: 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';
    note: null | string;
    reason: null | string;
    providerReason: null | string;
  };
};

export type PlatformPayoutsListInput = {
  role: 'seller' | 'manager';
  view: 'OPEN' | 'PAID' | 'ALL';
  withdrawalId?: string;
  state?: 'WAITING' | 'APPROVED' | 'SENDING' | 'SENT' | 'UNKNOWN' | 'PAID' | 'REJECTED' | 'FAILED' | 'CANCELED';
  search?: string;
  from?: string;
  to?: string;
  currency?: 'BRL' | 'EUR' | 'USD';
  after?: string;
  limit?: number;
  sort?: 'amount' | '-amount' | 'person' | '-person' | 'createdAt' | '-createdAt' | 'closedAt' | '-closedAt';
};

export type PlatformPayoutsListOutput = {
  items: Array<{
    id: string;
    role: 'seller' | 'manager';
    method: 'PIX' | 'BANK_ACCOUNT' | 'RECEIVER';
    amount: number;
    fee: number;
    currency: 'BRL' | 'EUR' | 'USD';
    state: 'WAITING' | 'APPROVED' | 'SENDING' | 'SENT' | 'UNKNOWN' | 'PAID' | 'REJECTED' | 'FAILED' | 'CANCELED';
    destinationLabel: string;
    reason: null | string;
    createdAt: string;
    closedAt: null | string;
    person: {
      id: string;
      name: string;
      email: string;
    };
    holderName: string;
    isOwnDocument: boolean;
    approvals: Array<{
      personId: null | string;
      name: null | string;
      at: string;
    }>;
    approvalsWanted: number;
    mayApprove: boolean;
    maySettle: boolean;
    settlement: null | {
      personId: string;
      name: string;
      outcome: 'PAID' | 'FAILED';
      reason: string;
      at: string;
    };
    contradictedAs: null | 'PAID' | 'FAILED';
    settlementsWanted: number;
    provider: null | string;
    providerStatus: null | string;
  }>;
  next: null | string;
  currency: 'BRL' | 'EUR' | 'USD';
  count: number;
  total: number;
};

export type PlatformPeopleListInput = {
  search?: string;
  status?: 'ACTIVE' | 'DISABLED';
  after?: string;
  limit?: number;
  sort?: 'name' | '-name' | 'createdAt' | '-createdAt' | 'lastSeenAt' | '-lastSeenAt';
  role?: 'seller' | 'affiliate' | 'co-producer' | 'customer';
};

export type PlatformPeopleListOutput = {
  items: Array<{
    id: string;
    name: string;
    email: string;
    phone: null | string;
    status: 'ACTIVE' | 'DISABLED';
    roles: Array<'seller' | 'affiliate' | 'co-producer' | 'customer' | 'manager' | 'admin' | 'master'>;
    createdAt: string;
    lastSeenAt: null | string;
  }>;
  next: null | string;
  count?: null | number;
};

export type PlatformPeopleRetrieveInput = {
  personId: string;
};

export type PlatformPeopleRetrieveOutput = {
  id: string;
  name: string;
  email: string;
  phone: null | string;
  status: 'ACTIVE' | 'DISABLED';
  roles: Array<'seller' | 'affiliate' | 'co-producer' | 'customer' | 'manager' | 'admin' | 'master'>;
  createdAt: string;
  lastSeenAt: null | string;
  locale: null | 'pt-BR' | 'en';
  pixEnabled: boolean;
  creditCardEnabled: boolean;
  billetEnabled: boolean;
  hasSecondFactor: boolean;
  manager: null | {
    id: string;
    name: string;
  };
  version: number;
};

export type PlatformProductsApproveInput = {
  productId: string;
  version: number;
};

export type PlatformProductsApproveOutput = {
  status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
  version: number;
};

export type PlatformProductsBlockInput = {
  productId: string;
  version: number;
  reason: string;
};

export type PlatformProductsBlockOutput = {
  status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
  version: number;
};

export type PlatformProductsListInput = {
  status?: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
  category?: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
  search?: string;
  after?: string;
  limit?: number;
  sort?: 'name' | '-name' | 'seller' | '-seller' | 'createdAt' | '-createdAt';
  sellerId?: string;
};

export type PlatformProductsListOutput = {
  items: Array<{
    id: string;
    name: string;
    image: null | string;
    typeProduct: 'DIGITAL' | 'FISICO';
    category: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
    status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
    createdAt: string;
    blockReason: null | string;
    seller: {
      id: string;
      name: string;
      email: string;
    };
    version: number;
  }>;
  next: null | string;
  count?: null | number;
};

export type PlatformProductsRetrieveInput = {
  productId: string;
};

export type PlatformProductsRetrieveOutput = {
  id: string;
  name: string;
  image: null | string;
  typeProduct: 'DIGITAL' | 'FISICO';
  category: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
  status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
  createdAt: string;
  description: string;
  salesPage: null | string;
  supportEmail: null | string;
  guaranteeDays: 7 | 14 | 21 | 30;
  shipDays: number;
  weightGrams: null | number;
  heightCm: null | number;
  widthCm: null | number;
  lengthCm: null | number;
  notificationMode: 'NONE' | 'EMAIL';
  pageType: 'DEFAULT' | 'CUSTOM';
  pricingType: 'FIXEDPRICE';
  pixels: {
    facebook?: Array<null | string>;
    tiktok?: Array<null | string>;
    kwai?: Array<null | string>;
    googleAnalyticsId?: null | string;
    googleAdsId?: null | string;
    googleAdsConversionApiId?: null | string;
    pixPurchase?: 'PAID' | 'CREATED';
  };
  serviceCode: null | string;
  cityServiceCode: null | string;
  issBasisPoints: null | number;
  fiscalDescription: null | string;
  blockReason: null | string;
  version: number;
  isSold: boolean;
  seller: {
    id: string;
    name: string;
    email: string;
  };
  offers: Array<{
    id: string;
    title: string;
    price: number;
    coin: 'BRL' | 'EUR' | 'USD';
    status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
    url: string;
  }>;
};

export type PlatformRefundsListInput = {
  from?: string;
  to?: string;
  state?: 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';
  isOverdue?: boolean;
  search?: string;
  after?: string;
  limit?: number;
  sort?: 'amount' | '-amount' | 'createdAt' | '-createdAt' | 'seller' | '-seller';
};

export type PlatformRefundsListOutput = {
  items: Array<{
    id: string;
    createdAt: string;
    paymentId: string;
    title: string;
    cycle: null | number;
    buyerName: string;
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    amount: number;
    paidAmount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    authorisedAs: null | 'seller' | 'admin' | 'buyer';
    state: 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';
    note: null | string;
    reason: null | string;
    providerReason: null | string;
    saleId: string;
    cause: 'EXCESS' | 'UNDERPAID' | 'WANTED';
    sellerName: string;
    provider: string;
    providerRefundId: null | string;
    isOverdue: boolean;
    isRepeatable: boolean;
  }>;
  next: null | string;
  count?: null | number;
};

export type PlatformReportsOverviewRetrieveInput = {
  from: string;
  to: string;
  currency?: 'BRL' | 'EUR' | 'USD';
};

export type PlatformReportsOverviewRetrieveOutput = {
  currency: 'BRL' | 'EUR' | 'USD';
  sales: number;
  gross: number;
  fees: number;
  interest: number;
  anticipations: number;
  providerCosts: number;
  commissions: number;
  losses: number;
  profit: number;
  refunded: number;
  charged: number;
  days: Array<{
    day: string;
    sales: number;
    gross: number;
    profit: number;
  }>;
  methods: Array<{
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    sales: number;
    gross: number;
    profit: number;
  }>;
  products: Array<{
    productId: string;
    name: string;
    sales: number;
    gross: number;
    profit: number;
  }>;
  pending: number;
  available: number;
  reserved: number;
  owed: number;
};

export type PlatformReportsSellerProfitListInput = {
  from: string;
  to: string;
  currency?: 'BRL' | 'EUR' | 'USD';
  search?: string;
  after?: string;
  limit?: number;
};

export type PlatformReportsSellerProfitListOutput = {
  items: Array<{
    person: {
      id: string;
      name: string;
      email: string;
    };
    sales: number;
    gross: number;
    fees: number;
    interest: number;
    anticipations: number;
    providerCosts: number;
    commissions: number;
    losses: number;
    profit: number;
  }>;
  next: null | string;
  currency: 'BRL' | 'EUR' | 'USD';
  totals: {
    sales: number;
    gross: number;
    fees: number;
    interest: number;
    anticipations: number;
    providerCosts: number;
    commissions: number;
    losses: number;
    profit: number;
  };
};

export type PlatformReportsSellerRevenueListInput = {
  from: string;
  to: string;
  currency?: 'BRL' | 'EUR' | 'USD';
  search?: string;
  after?: string;
  limit?: number;
};

export type PlatformReportsSellerRevenueListOutput = {
  items: Array<{
    person: {
      id: string;
      name: string;
      email: string;
    };
    sales: number;
    gross: number;
    refunded: number;
    charged: number;
    net: number;
  }>;
  next: null | string;
  currency: 'BRL' | 'EUR' | 'USD';
  totals: {
    sales: number;
    gross: number;
    refunded: number;
    charged: number;
    net: number;
  };
};

export type PlatformSalesListInput = {
  from?: string;
  to?: string;
  status?: 'ALL' | 'APPROVED' | 'PENDING' | 'REJECTED' | 'CHARGEBACK' | 'CANCELED' | 'REFUNDED';
  method?: 'PIX' | 'CREDIT_CARD' | 'BILLET';
  productId?: string;
  search?: string;
  sellerId?: string;
  after?: string;
  limit?: number;
};

export type PlatformSalesListOutput = {
  items: Array<{
    id: string;
    paymentId: string;
    createdAt: string;
    title: string;
    cycle: null | number;
    buyerName: string;
    buyerEmail: string;
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    installments: number;
    status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK';
    settlement: 'NONE' | 'EXACT' | 'LATE' | 'UNDERPAID' | 'OVERPAID' | 'DUPLICATE';
    sellerId: string;
    sellerName: string;
    approvedAt?: null | string;
    couponCode?: null | string;
    discount?: number;
    methodDiscount?: number;
    offerId?: string;
    productId?: string;
    customerId?: null | string;
    subscriptionId?: null | string;
  }>;
  next: null | string;
  count: null | number;
};

export type ProductsArchiveInput = {
  productId: string;
  version: number;
};

export type ProductsArchiveOutput = {
  status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
  version: number;
};

export type ProductsCreateInput = {
  name: string;
  typeProduct: 'DIGITAL' | 'FISICO';
  category: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
  description?: string;
  image?: null | string;
  salesPage?: null | string;
  supportEmail?: null | string;
  guaranteeDays?: 7 | 14 | 21 | 30;
  shipDays?: number;
  weightGrams?: null | number;
  heightCm?: null | number;
  widthCm?: null | number;
  lengthCm?: null | number;
  notificationMode?: 'NONE' | 'EMAIL';
  pageType?: 'DEFAULT' | 'CUSTOM';
  pricingType?: 'FIXEDPRICE';
  pixels?: {
    facebook?: Array<null | string>;
    tiktok?: Array<null | string>;
    kwai?: Array<null | string>;
    googleAnalyticsId?: null | string;
    googleAdsId?: null | string;
    googleAdsConversionApiId?: null | string;
    pixPurchase?: 'PAID' | 'CREATED';
  };
  serviceCode?: null | string;
  cityServiceCode?: null | string;
  issBasisPoints?: null | number;
  fiscalDescription?: null | string;
};

export type ProductsCreateOutput = {
  productId: string;
  version: number;
};

export type ProductsDeleteInput = {
  productId: string;
  version: number;
};

export type ProductsDeleteOutput = {
  outcome: 'DELETED' | 'ARCHIVED';
};

export type ProductsListInput = {
  status?: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
  category?: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
  search?: string;
  after?: string;
  limit?: number;
  sort?: 'name' | '-name' | 'createdAt' | '-createdAt';
};

export type ProductsListOutput = {
  items: Array<{
    id: string;
    name: string;
    image: null | string;
    typeProduct: 'DIGITAL' | 'FISICO';
    category: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
    status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
    createdAt: string;
    blockReason: null | string;
    hasDelivery: boolean;
    offers: number;
  }>;
  next: null | string;
  count?: null | number;
};

export type ProductsOrderBumpsCreateInput = {
  productId: string;
  offerId: string;
  title: string;
  text?: string;
  image?: null | string;
  price?: null | number;
  fakePrice?: null | number;
};

export type ProductsOrderBumpsCreateOutput = {
  bumpId: string;
  version: number;
};

export type ProductsOrderBumpsRetrieveInput = {
  productId: string;
};

export type ProductsOrderBumpsRetrieveOutput = {
  version: number;
  items: Array<{
    id: string;
    version: number;
    title: string;
    text: string;
    image: null | string;
    price: null | number;
    fakePrice: null | number;
    offer: {
      id: string;
      title: string;
      price: number;
      coin: 'BRL' | 'EUR' | 'USD';
      status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
    };
    product: {
      id: string;
      name: string;
      image: null | string;
    };
    isShown: boolean;
  }>;
};

export type ProductsPublishInput = {
  productId: string;
  version: number;
};

export type ProductsPublishOutput = {
  status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
  version: number;
};

export type ProductsRetrieveInput = {
  productId: string;
};

export type ProductsRetrieveOutput = {
  id: string;
  name: string;
  image: null | string;
  typeProduct: 'DIGITAL' | 'FISICO';
  category: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
  status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
  createdAt: string;
  description: string;
  salesPage: null | string;
  supportEmail: null | string;
  guaranteeDays: 7 | 14 | 21 | 30;
  shipDays: number;
  weightGrams: null | number;
  heightCm: null | number;
  widthCm: null | number;
  lengthCm: null | number;
  notificationMode: 'NONE' | 'EMAIL';
  pageType: 'DEFAULT' | 'CUSTOM';
  pricingType: 'FIXEDPRICE';
  pixels: {
    facebook?: Array<null | string>;
    tiktok?: Array<null | string>;
    kwai?: Array<null | string>;
    googleAnalyticsId?: null | string;
    googleAdsId?: null | string;
    googleAdsConversionApiId?: null | string;
    pixPurchase?: 'PAID' | 'CREATED';
  };
  serviceCode: null | string;
  cityServiceCode: null | string;
  issBasisPoints: null | number;
  fiscalDescription: null | string;
  blockReason: null | string;
  version: number;
  isSold: boolean;
  hasDelivery: boolean;
  isReviewed: boolean;
  offers: Array<{
    id: string;
    title: string;
    price: number;
    coin: 'BRL' | 'EUR' | 'USD';
    status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
  }>;
};

export type ProductsUpdateInput = {
  productId: string;
  version: number;
  name?: string;
  typeProduct?: 'DIGITAL' | 'FISICO';
  category?: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
  description?: string;
  image?: null | string;
  salesPage?: null | string;
  supportEmail?: null | string;
  guaranteeDays?: 7 | 14 | 21 | 30;
  shipDays?: number;
  weightGrams?: null | number;
  heightCm?: null | number;
  widthCm?: null | number;
  lengthCm?: null | number;
  notificationMode?: 'NONE' | 'EMAIL';
  pageType?: 'DEFAULT' | 'CUSTOM';
  pricingType?: 'FIXEDPRICE';
  pixels?: {
    facebook?: Array<null | string>;
    tiktok?: Array<null | string>;
    kwai?: Array<null | string>;
    googleAnalyticsId?: null | string;
    googleAdsId?: null | string;
    googleAdsConversionApiId?: null | string;
    pixPurchase?: 'PAID' | 'CREATED';
  };
  serviceCode?: null | string;
  cityServiceCode?: null | string;
  issBasisPoints?: null | number;
  fiscalDescription?: null | string;
};

export type ProductsUpdateOutput = {
  version: number;
};

export type RefundRequestsDecideInput = {
  requestId: string;
  decision: 'GRANT' | 'DECLINE';
  answer?: string;
};

export type RefundRequestsDecideOutput = Record<string, never>;

export type RefundRequestsListInput = {
  state?: 'WAITING' | 'GRANTED' | 'DECLINED';
  requestId?: string;
  after?: string;
  limit?: number;
};

export type RefundRequestsListOutput = {
  items: Array<{
    id: string;
    protocol: string;
    paymentId: string;
    title: string;
    cycle: null | number;
    buyerName: string;
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    reason: 'REGRET' | 'NOT_RECEIVED' | 'NOT_AS_DESCRIBED' | 'DUPLICATE' | 'OTHER';
    note: string;
    ground: 'LAW' | 'GUARANTEE' | 'LATE';
    state: 'WAITING' | 'GRANTED' | 'DECLINED';
    decideBy: null | string;
    answer: null | string;
    createdAt: string;
    decidedAt: null | string;
    paidBy: 'PROVIDER' | 'SELLER';
    refundState: null | 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';
  }>;
  next: null | string;
  waiting: number;
};

export type RefundsListInput = {
  from?: string;
  to?: string;
  currency?: 'BRL' | 'EUR' | 'USD';
  state?: 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';
  search?: string;
  after?: string;
  limit?: number;
  expand?: Array<'sale' | 'customer'>;
};

export type RefundsListOutput = {
  items: Array<{
    id: string;
    createdAt: string;
    paymentId: string;
    title: string;
    cycle: null | number;
    buyerName: string;
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    amount: number;
    paidAmount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    authorisedAs: 'seller' | 'admin' | 'buyer';
    state: 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';
    note: null | string;
    reason: null | string;
    providerReason: null | string;
    saleId?: string;
    customerId?: null | string;
    sale?: null | {
      id: string;
      paymentId: string;
      createdAt: string;
      title: string;
      cycle: null | number;
      buyerName: string;
      buyerEmail: string;
      method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
      amount: number;
      currency: 'BRL' | 'EUR' | 'USD';
      installments: number;
      status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK';
      settlement: 'NONE' | 'EXACT' | 'LATE' | 'UNDERPAID' | 'OVERPAID' | 'DUPLICATE';
      approvedAt?: null | string;
      couponCode?: null | string;
      discount?: number;
      methodDiscount?: number;
      offerId?: string;
      productId?: string;
      customerId?: null | string;
      subscriptionId?: null | string;
    };
    customer?: null | {
      id: string;
      email: string;
      name: null | string;
      phone: null | string;
      createdAt: string;
      lastSaleAt: null | string;
      paidSales: number;
    };
  }>;
  next: null | string;
  count: number;
  total: number;
};

export type SalesAccessRetrieveInput = {
  saleId: string;
};

export type SalesAccessRetrieveOutput = {
  state: 'PENDING' | 'OPEN' | 'ENDED';
  opens: number;
  firstOpenedAt: null | string;
  lastOpenedAt: null | string;
  items: Array<{
    title: string;
    productName: string;
    kind: 'FILE' | 'ADDRESS' | 'KEY' | 'TEXT';
    downloads: number;
    mostDownloads: number;
    lastDownloadedAt: null | string;
    hasKey: boolean;
  }>;
};

export type SalesDeliverInput = {
  saleId: string;
  version: number;
};

export type SalesDeliverOutput = {
  shipment: {
    state: 'TO_SHIP' | 'SHIPPED' | 'DELIVERED' | 'RETURNED';
    version: number;
    obstacle: null | 'UNPAID' | 'MONEY_BACK';
    carrier: null | string;
    trackingCode: null | string;
    trackingUrl: null | string;
    shippedAt: null | string;
    deliveredAt: null | string;
    returnedAt: null | string;
  };
};

export type SalesListInput = {
  from?: string;
  to?: string;
  status?: 'ALL' | 'APPROVED' | 'PENDING' | 'REJECTED' | 'CHARGEBACK' | 'CANCELED' | 'REFUNDED';
  method?: 'PIX' | 'CREDIT_CARD' | 'BILLET';
  productId?: string;
  search?: string;
  customerId?: string;
  after?: string;
  limit?: number;
  expand?: Array<'product' | 'offer' | 'customer' | 'subscription' | 'refunds'>;
};

export type SalesListOutput = {
  items: Array<{
    id: string;
    paymentId: string;
    createdAt: string;
    title: string;
    cycle: null | number;
    buyerName: string;
    buyerEmail: string;
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    installments: number;
    status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK';
    settlement: 'NONE' | 'EXACT' | 'LATE' | 'UNDERPAID' | 'OVERPAID' | 'DUPLICATE';
    approvedAt?: null | string;
    couponCode?: null | string;
    discount?: number;
    methodDiscount?: number;
    offerId?: string;
    productId?: string;
    customerId?: null | string;
    subscriptionId?: null | string;
    product?: null | {
      id: string;
      name: string;
      image: null | string;
      typeProduct: 'DIGITAL' | 'FISICO';
      category: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
      status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
      createdAt: string;
      blockReason: null | string;
      hasDelivery: boolean;
      offers: number;
    };
    offer?: null | {
      id: string;
      title: string;
      price: number;
      coin: 'BRL' | 'EUR' | 'USD';
      type: 'ONE_TIME' | 'SUBSCRIPTION';
      status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
      createdAt: string;
      product: {
        id: string;
        name: string;
        image: null | string;
        typeProduct: 'DIGITAL' | 'FISICO';
        status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
      };
      url: string;
    };
    customer?: null | {
      id: string;
      email: string;
      name: null | string;
      phone: null | string;
      createdAt: string;
      lastSaleAt: null | string;
      paidSales: number;
    };
    subscription?: null | {
      id: string;
      status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED' | 'ENDED';
      method: 'PIX' | 'CREDIT_CARD' | 'BILLET' | 'PIX_AUTOMATICO';
      title: string;
      productName: string;
      amount: number;
      currency: 'BRL' | 'EUR' | 'USD';
      frequencyInDays: 7 | 15 | 30 | 60 | 90 | 180 | 365;
      period: 'DAYS' | 'CALENDAR';
      cycle: number;
      cycles: null | number;
      periodStart: string;
      periodEnd: string;
      nextChargeAt: null | string;
      pastDueSince: null | string;
      cancelAtPeriodEnd: boolean;
      pausedAt: null | string;
      endedAt: null | string;
      endReason: null | 'BUYER' | 'SELLER' | 'PLATFORM' | 'UNPAID' | 'COMPLETED' | 'REFUNDED' | 'CHARGEBACK' | 'MANDATE_ENDED';
      createdAt: string;
      offerId: string;
      productId: string;
      customerId: null | string;
      sellerId: string;
      sellerName: string;
      buyerName: string;
      buyerEmail: string;
    };
    refunds?: Array<{
      id: string;
      createdAt: string;
      paymentId: string;
      title: string;
      cycle: null | number;
      buyerName: string;
      method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
      amount: number;
      paidAmount: number;
      currency: 'BRL' | 'EUR' | 'USD';
      authorisedAs: 'seller' | 'admin' | 'buyer';
      state: 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';
      note: null | string;
      reason: null | string;
      providerReason: null | string;
      saleId?: string;
      customerId?: null | string;
    }>;
  }>;
  next: null | string;
  count: null | number;
};

export type SalesResendReceiptInput = {
  saleId: string;
};

export type SalesResendReceiptOutput = {
  left: number;
};

export type SalesRetrieveInput = {
  saleId: string;
  expand?: Array<'product' | 'offer' | 'customer' | 'subscription'>;
};

export type SalesRetrieveOutput = {
  id: string;
  viewer: 'SELLER' | 'ADMIN' | 'PARTNER';
  createdAt: string;
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK';
  currency: 'BRL' | 'EUR' | 'USD';
  offerId: null | string;
  productId: null | string;
  customerId: null | string;
  subscriptionId: null | string;
  sellerId: null | string;
  sellerName: string;
  items: Array<{
    title: string;
    unitPrice: null | number;
    quantity: number;
    isBump: boolean;
    isTangible: boolean;
  }>;
  order: null | {
    paymentId: string;
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    settlement: 'NONE' | 'EXACT' | 'LATE' | 'UNDERPAID' | 'OVERPAID' | 'DUPLICATE';
    approvedAt: null | string;
    expiresAt: string;
    installments: number;
    cardBrand: null | string;
    cardLastDigits: null | string;
    total: number;
    freight: number;
    discount: number;
    methodDiscount: number;
    amount: number;
    couponCode: null | string;
    delivery: null | {
      description: string;
      deliveryTime: string;
    };
    upsellOf: null | string;
    cards?: null | Array<{
      brand: null | string;
      lastDigits: null | string;
      amount: number;
    }>;
    risk?: null | {
      action: 'ALLOW' | 'CHALLENGE' | 'AUTHENTICATE' | 'REVIEW' | 'REFUSE';
      causes: Array<{
        kind: 'RULE' | 'EMAIL' | 'DOMAIN' | 'DOCUMENT' | 'BIN' | 'NETWORK';
        name?: string;
      }>;
    };
    riskScore?: null | {
      provider: string;
      score: number;
    };
    isLiabilityShifted?: boolean;
    customFields?: null | Array<{
      label: string;
      value: string;
    }>;
    subscription?: null | {
      id: string;
      cycle: number;
    };
  };
  buyer: null | {
    name: string;
    email: string;
    phone: null | string;
    document: null | string;
    hasDocument: boolean;
    address: null | {
      zipCode?: string;
      street?: string;
      number?: string;
      complement?: string;
      district?: string;
      city?: string;
      state?: string;
    };
  };
  campaign: Array<{
    name: string;
    value: string;
  }>;
  referer: null | string;
  history: Array<{
    at: string;
    source: 'answer' | 'webhook' | 'query' | 'refund' | 'clock' | 'dispute';
    status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK';
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    paidAmount: null | number;
    refundedAmount: null | number;
    provider: null | string;
  }>;
  refunds: Array<{
    at: string;
    amount: number;
    state: 'REQUESTED' | 'SENDING' | 'PENDING' | 'UNKNOWN' | 'DONE' | 'REFUSED';
    cause: 'EXCESS' | 'UNDERPAID' | 'WANTED';
    authorisedAs: null | 'seller' | 'admin' | 'buyer';
    note: null | string;
  }>;
  requests: Array<{
    protocol: string;
    at: string;
    state: 'WAITING' | 'GRANTED' | 'DECLINED';
    ground: 'LAW' | 'GUARANTEE' | 'LATE';
    reason: 'REGRET' | 'NOT_RECEIVED' | 'NOT_AS_DESCRIBED' | 'DUPLICATE' | 'OTHER';
    note: string;
  }>;
  cases: Array<{
    at: string;
    kind: 'CHARGEBACK' | 'MED';
    state: 'OPEN' | 'ANSWERED' | 'WON' | 'LOST' | 'ACCEPTED';
    amount: number;
    dueAt: string;
    closedAt: null | string;
  }>;
  shipment: null | {
    state: 'TO_SHIP' | 'SHIPPED' | 'DELIVERED' | 'RETURNED';
    version: number;
    obstacle: null | 'UNPAID' | 'MONEY_BACK';
    carrier: null | string;
    trackingCode: null | string;
    trackingUrl: null | string;
    shippedAt: null | string;
    deliveredAt: null | string;
    returnedAt: null | string;
  };
  money: null | {
    paid: null | number;
    returned: null | number;
    parts: Array<{
      part: 'INTEREST' | 'PLATFORM' | 'affiliate' | 'co-producer' | 'seller' | 'RETURNING';
      name: null | string;
      isOwn: boolean;
      amount: number;
      rule: null | {
        basisPoints: number;
        of: number;
        fixed: number;
        given: number;
        omitted: null | {
          amount: number;
          currency: 'BRL' | 'EUR' | 'USD';
        };
      };
    }>;
    providerCost: null | number;
    manager: null | {
      name: null | string;
      amount: number;
    };
    own: {
      amount: number;
      released: number;
      anticipated: number;
      atReceiver: number;
      holds: Array<{
        reason: 'RELEASE' | 'RESERVE' | 'DISPUTE';
        amount: number;
        releaseAt: null | string;
        rule: {
          days?: number;
          guaranteeDays?: number;
          reserveBasisPoints?: number;
        };
        isAnticipating: boolean;
        isDisputed: boolean;
      }>;
    };
    movements: Array<{
      at: string;
      kind: 'SALE' | 'REFUND' | 'REFUND_FAILED' | 'CHARGEBACK' | 'CHARGEBACK_WON' | 'ADJUSTMENT' | 'RELEASE' | 'DISPUTE_HELD' | 'DISPUTE_RELEASED' | 'WITHDRAWAL' | 'WITHDRAWAL_PAID' | 'WITHDRAWAL_FAILED' | 'ANTICIPATION' | 'ANTICIPATION_PAID' | 'ANTICIPATION_FAILED' | 'WRITE_OFF' | 'REVERSAL';
      amount: number;
    }>;
  };
  product?: null | {
    id: string;
    name: string;
    image: null | string;
    typeProduct: 'DIGITAL' | 'FISICO';
    category: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
    status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
    createdAt: string;
    blockReason: null | string;
    hasDelivery: boolean;
    offers: number;
  };
  offer?: null | {
    id: string;
    title: string;
    price: number;
    coin: 'BRL' | 'EUR' | 'USD';
    type: 'ONE_TIME' | 'SUBSCRIPTION';
    status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
    createdAt: string;
    product: {
      id: string;
      name: string;
      image: null | string;
      typeProduct: 'DIGITAL' | 'FISICO';
      status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
    };
    url: string;
  };
  customer?: null | {
    id: string;
    email: string;
    name: null | string;
    phone: null | string;
    createdAt: string;
    lastSaleAt: null | string;
    paidSales: number;
  };
  subscription?: null | {
    id: string;
    status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED' | 'ENDED';
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET' | 'PIX_AUTOMATICO';
    title: string;
    productName: string;
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    frequencyInDays: 7 | 15 | 30 | 60 | 90 | 180 | 365;
    period: 'DAYS' | 'CALENDAR';
    cycle: number;
    cycles: null | number;
    periodStart: string;
    periodEnd: string;
    nextChargeAt: null | string;
    pastDueSince: null | string;
    cancelAtPeriodEnd: boolean;
    pausedAt: null | string;
    endedAt: null | string;
    endReason: null | 'BUYER' | 'SELLER' | 'PLATFORM' | 'UNPAID' | 'COMPLETED' | 'REFUNDED' | 'CHARGEBACK' | 'MANDATE_ENDED';
    createdAt: string;
    offerId: string;
    productId: string;
    customerId: null | string;
    sellerId: string;
    sellerName: string;
    buyerName: string;
    buyerEmail: string;
  };
};

export type SalesReturnInput = {
  saleId: string;
  version: number;
};

export type SalesReturnOutput = {
  shipment: {
    state: 'TO_SHIP' | 'SHIPPED' | 'DELIVERED' | 'RETURNED';
    version: number;
    obstacle: null | 'UNPAID' | 'MONEY_BACK';
    carrier: null | string;
    trackingCode: null | string;
    trackingUrl: null | string;
    shippedAt: null | string;
    deliveredAt: null | string;
    returnedAt: null | string;
  };
};

export type SalesShipInput = {
  saleId: string;
  version: number;
  carrier: string;
  trackingCode?: string;
  trackingUrl?: string;
};

export type SalesShipOutput = {
  shipment: {
    state: 'TO_SHIP' | 'SHIPPED' | 'DELIVERED' | 'RETURNED';
    version: number;
    obstacle: null | 'UNPAID' | 'MONEY_BACK';
    carrier: null | string;
    trackingCode: null | string;
    trackingUrl: null | string;
    shippedAt: null | string;
    deliveredAt: null | string;
    returnedAt: null | string;
  };
};

export type SalesSummaryRetrieveInput = {
  from: string;
  to: string;
  currency?: 'BRL' | 'EUR' | 'USD';
};

export type SalesSummaryRetrieveOutput = {
  currency: 'BRL' | 'EUR' | 'USD';
  approvedAmount: number;
  approvedCount: number;
  pendingAmount: number;
  pendingCount: number;
  createdCount: number;
  days: Array<{
    day: string;
    approvedAmount: number;
    approvedCount: number;
  }>;
  methods: Array<{
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
    approvedAmount: number;
    approvedCount: number;
    createdCount: number;
  }>;
};

export type ShipmentsListInput = {
  tab: 'TO_SHIP' | 'OVERDUE' | 'SHIPPED' | 'DELIVERED' | 'RETURNED';
  search?: string;
  after?: string;
  limit?: number;
};

export type ShipmentsListOutput = {
  items: Array<{
    saleId: string;
    buyerName: string;
    city: null | string;
    state: null | string;
    items: Array<{
      title: string;
      quantity: number;
    }>;
    paidAt: string;
    shipUntil: string;
    isOverdue: boolean;
    shipment: {
      state: 'TO_SHIP' | 'SHIPPED' | 'DELIVERED' | 'RETURNED';
      version: number;
      obstacle: null | 'UNPAID' | 'MONEY_BACK';
      carrier: null | string;
      trackingCode: null | string;
      trackingUrl: null | string;
      shippedAt: null | string;
      deliveredAt: null | string;
      returnedAt: null | string;
    };
  }>;
  next: null | string;
};

export type SubscriptionsCancelInput = {
  subscriptionId: string;
  isAtOnce: boolean;
  reason: null | string;
};

export type SubscriptionsCancelOutput = {
  status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED' | 'ENDED';
};

export type SubscriptionsChangePlanInput = {
  subscriptionId: string;
  offerId: string;
  expectedCharge: number;
};

export type SubscriptionsChangePlanOutput = {
  status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED' | 'ENDED';
};

export type SubscriptionsChangePriceInput = {
  subscriptionId: string;
  amount: number;
};

export type SubscriptionsChangePriceOutput = {
  fromCycle: number;
  fromAt: string;
};

export type SubscriptionsFiguresRetrieveInput = {
  from: string;
  to: string;
  currency?: 'BRL' | 'EUR' | 'USD';
  sellerId?: string;
  offerId?: string;
};

export type SubscriptionsFiguresRetrieveOutput = {
  currency: 'BRL' | 'EUR' | 'USD';
  mrr: number;
  live: number;
  pastDue: number;
  begun: number;
  ended: number;
  churnBasisPoints: number;
  renewed: number;
  reasons: Array<{
    reason: 'BUYER' | 'SELLER' | 'PLATFORM' | 'UNPAID' | 'COMPLETED' | 'REFUNDED' | 'CHARGEBACK' | 'MANDATE_ENDED';
    count: number;
  }>;
  cohorts: Array<{
    month: string;
    begun: number;
    retained: Array<number>;
  }>;
};

export type SubscriptionsListInput = {
  from?: string;
  to?: string;
  status?: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED' | 'ENDED';
  method?: 'PIX' | 'CREDIT_CARD' | 'BILLET' | 'PIX_AUTOMATICO';
  offerId?: string;
  search?: string;
  customerId?: string;
  sellerId?: string;
  after?: string;
  limit?: number;
  expand?: Array<'product' | 'offer' | 'customer'>;
};

export type SubscriptionsListOutput = {
  items: Array<{
    id: string;
    status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED' | 'ENDED';
    method: 'PIX' | 'CREDIT_CARD' | 'BILLET' | 'PIX_AUTOMATICO';
    title: string;
    productName: string;
    amount: number;
    currency: 'BRL' | 'EUR' | 'USD';
    frequencyInDays: 7 | 15 | 30 | 60 | 90 | 180 | 365;
    period: 'DAYS' | 'CALENDAR';
    cycle: number;
    cycles: null | number;
    periodStart: string;
    periodEnd: string;
    nextChargeAt: null | string;
    pastDueSince: null | string;
    cancelAtPeriodEnd: boolean;
    pausedAt: null | string;
    endedAt: null | string;
    endReason: null | 'BUYER' | 'SELLER' | 'PLATFORM' | 'UNPAID' | 'COMPLETED' | 'REFUNDED' | 'CHARGEBACK' | 'MANDATE_ENDED';
    createdAt: string;
    offerId: string;
    productId: string;
    customerId: null | string;
    sellerId: string;
    sellerName: string;
    buyerName: string;
    buyerEmail: string;
    product?: null | {
      id: string;
      name: string;
      image: null | string;
      typeProduct: 'DIGITAL' | 'FISICO';
      category: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
      status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
      createdAt: string;
      blockReason: null | string;
      hasDelivery: boolean;
      offers: number;
    };
    offer?: null | {
      id: string;
      title: string;
      price: number;
      coin: 'BRL' | 'EUR' | 'USD';
      type: 'ONE_TIME' | 'SUBSCRIPTION';
      status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
      createdAt: string;
      product: {
        id: string;
        name: string;
        image: null | string;
        typeProduct: 'DIGITAL' | 'FISICO';
        status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
      };
      url: string;
    };
    customer?: null | {
      id: string;
      email: string;
      name: null | string;
      phone: null | string;
      createdAt: string;
      lastSaleAt: null | string;
      paidSales: number;
    };
  }>;
  next: null | string;
  count?: null | number;
};

export type SubscriptionsPauseInput = {
  subscriptionId: string;
};

export type SubscriptionsPauseOutput = {
  status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED' | 'ENDED';
};

export type SubscriptionsPlansRetrieveInput = {
  subscriptionId: string;
};

export type SubscriptionsPlansRetrieveOutput = {
  refusal: null | 'ENDED' | 'PAST_DUE' | 'PAUSED' | 'CANCEL_ORDERED' | 'MANDATE' | 'FIXED_CYCLES' | 'CHARGE_OPEN';
  pending: null | {
    title: string;
    amount: number;
    paymentId: string;
  };
  planned: null | {
    title: string;
    amount: number;
    frequencyInDays: 7 | 15 | 30 | 60 | 90 | 180 | 365;
    period: 'DAYS' | 'CALENDAR';
    at: string;
  };
  plans: Array<{
    offerId: string;
    title: string;
    amount: number;
    frequencyInDays: 7 | 15 | 30 | 60 | 90 | 180 | 365;
    period: 'DAYS' | 'CALENDAR';
    effect: 'NOW' | 'LATER';
    at: null | string;
    charge: number;
    credit: number;
    unusedDays: number;
    discount: number;
    methods: Array<'CREDIT_CARD' | 'PIX' | 'BILLET'>;
    nextAt: string;
    nextAmount: number;
  }>;
};

export type SubscriptionsResumeInput = {
  subscriptionId: string;
};

export type SubscriptionsResumeOutput = {
  status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED' | 'ENDED';
};

export type SubscriptionsRetrieveInput = {
  subscriptionId: string;
  expand?: Array<'product' | 'offer' | 'customer'>;
};

export type SubscriptionsRetrieveOutput = {
  id: string;
  status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED' | 'ENDED';
  method: 'PIX' | 'CREDIT_CARD' | 'BILLET' | 'PIX_AUTOMATICO';
  title: string;
  productName: string;
  amount: number;
  currency: 'BRL' | 'EUR' | 'USD';
  frequencyInDays: 7 | 15 | 30 | 60 | 90 | 180 | 365;
  period: 'DAYS' | 'CALENDAR';
  cycle: number;
  cycles: null | number;
  periodStart: string;
  periodEnd: string;
  nextChargeAt: null | string;
  pastDueSince: null | string;
  cancelAtPeriodEnd: boolean;
  pausedAt: null | string;
  endedAt: null | string;
  endReason: null | 'BUYER' | 'SELLER' | 'PLATFORM' | 'UNPAID' | 'COMPLETED' | 'REFUNDED' | 'CHARGEBACK' | 'MANDATE_ENDED';
  createdAt: string;
  offerId: string;
  productId: string;
  customerId: null | string;
  sellerId: string;
  sellerName: string;
  buyerName: string;
  buyerEmail: string;
  buyerDocument: null | string;
  buyerPhone: null | string;
  card: null | {
    brand: null | string;
    lastDigits: null | string;
    expiry: null | string;
  };
  promised: {
    firstAmount: number;
    recurringAmount: number;
    frequencyInDays: 7 | 15 | 30 | 60 | 90 | 180 | 365;
    period: 'DAYS' | 'CALENDAR';
    earlier: Array<{
      title: string;
      amount: number;
      frequencyInDays: 7 | 15 | 30 | 60 | 90 | 180 | 365;
      period: 'DAYS' | 'CALENDAR';
      untilCycle: number;
    }>;
    cycles: null | number;
    trialDays: null | number;
    discount: null | {
      code: string;
      cycles: null | number;
      basisPoints: null | number;
      amount: null | number;
    };
    affiliate: null | {
      name: string;
      basisPoints: number;
      cycles: null | number;
    };
    dunning: {
      graceDays: number;
      endDay: number;
      end: 'CANCEL' | 'KEEP_PAST_DUE';
    };
  };
  accessEndsAt: null | string;
  planned: null | {
    title: string;
    amount: number;
    frequencyInDays: 7 | 15 | 30 | 60 | 90 | 180 | 365;
    period: 'DAYS' | 'CALENDAR';
    at: string;
  };
  version: number;
  cyclesMade: Array<{
    number: number;
    periodStart: string;
    periodEnd: string;
    dueAt: string;
    amount: number;
    discount: number;
    state: 'DUE' | 'OPEN' | 'PAID' | 'UNPAID' | 'FREE' | 'REVERSED';
    attempts: number;
    nextAttemptAt: null | string;
    paidAt: null | string;
    saleId: null | string;
    paymentId: null | string;
    paymentStatus: null | 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'REFUNDED' | 'CHARGEBACK';
  }>;
  events: Array<{
    id: string;
    kind: 'PAID' | 'REVERSED' | 'RESTORED' | 'OVERDUE' | 'CHARGE_REFUSED' | 'CODE_SENT' | 'TRIAL_ENDING' | 'DUNNING_STEP' | 'DUNNING_ENDED' | 'PAUSED' | 'RESUMED' | 'CANCEL_ORDERED' | 'CANCEL_WITHDRAWN' | 'CANCELED' | 'PERIOD_ENDED' | 'PRICE_CHANGED' | 'PLAN_CHANGED' | 'PLAN_KEPT' | 'METHOD_CHANGED' | 'CARD_CHANGED';
    at: string;
    by: 'BUYER' | 'SELLER' | 'PLATFORM' | 'ENGINE' | 'PROVIDER';
    personName: null | string;
    cycle: null | number;
    data: Record<string, unknown>;
  }>;
  product?: null | {
    id: string;
    name: string;
    image: null | string;
    typeProduct: 'DIGITAL' | 'FISICO';
    category: 'ENVIRONMENT' | 'ANIMALS_AND_PLANTS' | 'PERSONAL_DEVELOPMENT' | 'DESIGN' | 'LAW' | 'EDUCATION' | 'DIGITAL_ENTREPRENEURSHIP' | 'ENTERTAINMENT' | 'SPIRITUALITY' | 'FINANCE' | 'GASTRONOMY' | 'GENERAL' | 'HOBBIES' | 'LANGUAGES' | 'INTERNET' | 'LITERATURE' | 'FASHION_AND_BEAUTY' | 'MUSIC_AND_ART' | 'BUSINESS_AND_CAREER' | 'BUILDINGS_AND_CONSTRUCTION' | 'RELATIONSHIPS' | 'HEALTH_AND_SPORTS' | 'SEXUALITY' | 'SOFTWARE' | 'INFORMATION_TECHNOLOGY' | 'OTHERS';
    status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
    createdAt: string;
    blockReason: null | string;
    hasDelivery: boolean;
    offers: number;
  };
  offer?: null | {
    id: string;
    title: string;
    price: number;
    coin: 'BRL' | 'EUR' | 'USD';
    type: 'ONE_TIME' | 'SUBSCRIPTION';
    status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
    createdAt: string;
    product: {
      id: string;
      name: string;
      image: null | string;
      typeProduct: 'DIGITAL' | 'FISICO';
      status: 'DRAFT' | 'IN_REVIEW' | 'ACTIVE' | 'BLOCKED' | 'ARCHIVED';
    };
    url: string;
  };
  customer?: null | {
    id: string;
    email: string;
    name: null | string;
    phone: null | string;
    createdAt: string;
    lastSaleAt: null | string;
    paidSales: number;
  };
};

export type WebhooksCreateInput = {
  name: string;
  url: string;
  events: Array<'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled' | 'onBuyApproved' | 'onPixCreated' | 'onAbandonedCart' | 'onRefound' | 'onChargeback' | 'onProductShipping' | 'onProductDigital'>;
  productIds: Array<string>;
  isEnabled: boolean;
  sellerIds?: Array<string>;
  isOrdered?: boolean;
  owner?: 'SELLER' | 'PLATFORM';
};

export type WebhooksCreateOutput = {
  webhookId: string;
  secret: string;
};

export type WebhooksDeleteInput = {
  webhookId: string;
  version: number;
};

export type WebhooksDeleteOutput = Record<string, never>;

export type WebhooksDeliveriesListInput = {
  webhookId: string;
  after?: string;
  limit?: number;
  state?: 'WAITING' | 'SENT' | 'FAILED';
};

export type WebhooksDeliveriesListOutput = {
  items: Array<{
    id: string;
    event: 'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled' | 'onBuyApproved' | 'onPixCreated' | 'onAbandonedCart' | 'onRefound' | 'onChargeback' | 'onProductShipping' | 'onProductDigital';
    isTest: boolean;
    saleId: null | string;
    state: 'WAITING' | 'SENT' | 'FAILED';
    problem: null | 'UNREACHABLE' | 'BLOCKED' | 'REDIRECTED' | 'REFUSED' | 'SWITCHED_OFF' | 'ERASED' | 'NOT_CHOSEN';
    attempts: number;
    answerStatus: null | number;
    answer: null | string;
    attemptedAt: null | string;
    nextAttemptAt: null | string;
    createdAt: string;
  }>;
  next: null | string;
  count?: null | number;
};

export type WebhooksListInput = {
  owner?: 'SELLER' | 'PLATFORM';
};

export type WebhooksListOutput = {
  webhooks: Array<{
    id: string;
    name: string;
    url: string;
    events: Array<'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled' | 'onBuyApproved' | 'onPixCreated' | 'onAbandonedCart' | 'onRefound' | 'onChargeback' | 'onProductShipping' | 'onProductDigital'>;
    productIds: Array<string>;
    sellerIds: Array<string>;
    isOrdered: boolean;
    isEnabled: boolean;
    offReason: null | 'SELLER' | 'GONE' | 'FAILING';
    createdAt: string;
    lastDelivery: null | {
      state: 'WAITING' | 'SENT' | 'FAILED';
      problem: null | 'UNREACHABLE' | 'BLOCKED' | 'REDIRECTED' | 'REFUSED' | 'SWITCHED_OFF' | 'ERASED' | 'NOT_CHOSEN';
      event: 'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled' | 'onBuyApproved' | 'onPixCreated' | 'onAbandonedCart' | 'onRefound' | 'onChargeback' | 'onProductShipping' | 'onProductDigital';
      createdAt: string;
    };
  }>;
};

export type WebhooksReplayInput = {
  webhookId: string;
  from: string;
  to: string;
  which: 'MISSED' | 'ALL';
};

export type WebhooksReplayOutput = {
  count: number;
};

export type WebhooksRetrieveInput = {
  webhookId: string;
};

export type WebhooksRetrieveOutput = {
  id: string;
  name: string;
  url: string;
  events: Array<'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled' | 'onBuyApproved' | 'onPixCreated' | 'onAbandonedCart' | 'onRefound' | 'onChargeback' | 'onProductShipping' | 'onProductDigital'>;
  productIds: Array<string>;
  sellerIds: Array<string>;
  isOrdered: boolean;
  isEnabled: boolean;
  offReason: null | 'SELLER' | 'GONE' | 'FAILING';
  createdAt: string;
  oldSecretUntil: null | string;
  sellers: Array<{
    id: string;
    name: string;
  }>;
  version: number;
};

export type WebhooksRotateSecretInput = {
  webhookId: string;
};

export type WebhooksRotateSecretOutput = {
  secret: string;
};

export type WebhooksTestInput = {
  webhookId: string;
  event: 'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled' | 'onBuyApproved' | 'onPixCreated' | 'onAbandonedCart' | 'onRefound' | 'onChargeback' | 'onProductShipping' | 'onProductDigital';
};

export type WebhooksTestOutput = {
  deliveryId: string;
};

export type WebhooksUpdateInput = {
  webhookId: string;
  version: number;
  name: string;
  url: string;
  events: Array<'sale.approved' | 'sale.refused' | 'sale.canceled' | 'sale.refunded' | 'sale.charged_back' | 'pix.created' | 'boleto.created' | 'cart.abandoned' | 'access.granted' | 'access.revoked' | 'subscription.created' | 'subscription.past_due' | 'subscription.resumed' | 'subscription.paused' | 'subscription.canceled' | 'subscription.ended' | 'refund.requested' | 'refund.succeeded' | 'refund.failed' | 'dispute.opened' | 'dispute.won' | 'dispute.lost' | 'payout.requested' | 'payout.paid' | 'payout.failed' | 'payout.canceled' | 'receiver.updated' | 'product.created' | 'product.updated' | 'product.deleted' | 'kyc.requested' | 'kyc.submitted' | 'kyc.verified' | 'kyc.refused' | 'kyc.expired' | 'risk.review_decided' | 'invoice.issued' | 'invoice.refused' | 'invoice.canceled' | 'onBuyApproved' | 'onPixCreated' | 'onAbandonedCart' | 'onRefound' | 'onChargeback' | 'onProductShipping' | 'onProductDigital'>;
  productIds: Array<string>;
  isEnabled: boolean;
  sellerIds?: Array<string>;
  isOrdered?: boolean;
};

export type WebhooksUpdateOutput = {
  version: number;
};

export interface Client {
  readonly affiliates: {
    /** Approves or refuses an affiliation request. A refused one may still be approved later. `POST /affiliates/{affiliationId}/decide` */
    decide(input: AffiliatesDecideInput, options?: RequestOptions): Promise<AffiliatesDecideOutput>;
    /** Ends an affiliation or withdraws its request; the seller and the affiliate may both do so. Existing sales keep their commissions. `POST /affiliates/{affiliationId}/end` */
    end(input: AffiliatesEndInput, options?: RequestOptions): Promise<AffiliatesEndOutput>;
    /** Lists affiliates of the signed-in seller's products, newest first. `GET /affiliates` */
    list(input: AffiliatesListInput, options?: RequestOptions): List<AffiliatesListOutput>;
  };
  readonly balance: {
    readonly holds: {
      /** Lists the signed-in person's holds with their reasons, rules and release dates; the earliest release first. `GET /balance/holds` */
      list(input?: BalanceHoldsListInput, options?: RequestOptions): List<BalanceHoldsListOutput>;
    };
    /** Retrieves the signed-in person's balance in one currency, and when held money becomes available. `GET /balance` */
    retrieve(input?: BalanceRetrieveInput, options?: RequestOptions): Promise<BalanceRetrieveOutput>;
    readonly statement: {
      /** Lists every movement of the signed-in person's balance, newest first. `GET /balance/statement` */
      list(input?: BalanceStatementListInput, options?: RequestOptions): List<BalanceStatementListOutput>;
    };
  };
  readonly carts: {
    /** Lists the carts that buyers left in the signed-in seller's checkouts, newest first, with what is at stake. `GET /carts` */
    list(input?: CartsListInput, options?: RequestOptions): List<CartsListOutput>;
  };
  readonly coupons: {
    /** Creates a coupon for the signed-in seller's offers. `POST /coupons` */
    create(input: CouponsCreateInput, options?: RequestOptions): Promise<CouponsCreateOutput>;
    /** Deletes a coupon. Purchases that were made with it keep their price, and its code is free again. `DELETE /coupons/{couponId}` */
    delete(input: CouponsDeleteInput, options?: RequestOptions): Promise<CouponsDeleteOutput>;
    /** Lists the signed-in seller's coupons, newest first. `GET /coupons` */
    list(input?: CouponsListInput, options?: RequestOptions): List<CouponsListOutput>;
    /** Changes the terms of a coupon. Purchases that were made keep theirs; the coupon's code never changes. `PUT /coupons/{couponId}` */
    update(input: CouponsUpdateInput, options?: RequestOptions): Promise<CouponsUpdateOutput>;
  };
  readonly customers: {
    /** Lists the signed-in seller's customers, the newest first: everybody who has ordered, by e-mail address. `GET /customers` */
    list(input?: CustomersListInput, options?: RequestOptions): List<CustomersListOutput>;
    /** Retrieves a customer of the signed-in seller. The id stays the same until the customer's data is erased; then there is no such customer. `GET /customers/{customerId}` */
    retrieve(input: CustomersRetrieveInput, options?: RequestOptions): Promise<CustomersRetrieveOutput>;
  };
  readonly deliverables: {
    /** Adds something to what buyers of a product get, after what is there. Those who have bought it get it as well. `POST /deliverables` */
    create(input: DeliverablesCreateInput, options?: RequestOptions): Promise<DeliverablesCreateOutput>;
    /** Takes something out of what future buyers get. Sales that were approved before keep it. `DELETE /deliverables/{deliverableId}` */
    delete(input: DeliverablesDeleteInput, options?: RequestOptions): Promise<DeliverablesDeleteOutput>;
    readonly keys: {
      /** Adds licence keys. Sales that wait get theirs at once, the oldest first. Keys that are there already are left out. `POST /deliverables/{deliverableId}/keys` */
      create(input: DeliverablesKeysCreateInput, options?: RequestOptions): Promise<DeliverablesKeysCreateOutput>;
    };
    /** Lists what buyers of a seller's product get, in the order that they see. `GET /deliverables` */
    retrieve(input: DeliverablesRetrieveInput, options?: RequestOptions): Promise<DeliverablesRetrieveOutput>;
    /** Changes what buyers get, also for those who have bought it; what is left out stays. `PATCH /deliverables/{deliverableId}` */
    update(input: DeliverablesUpdateInput, options?: RequestOptions): Promise<DeliverablesUpdateOutput>;
  };
  readonly deliveries: {
    /** Sends a delivery that has ended again, under the same id. `POST /deliveries/{deliveryId}/resend` */
    resend(input: DeliveriesResendInput, options?: RequestOptions): Promise<DeliveriesResendOutput>;
    /** Retrieves a delivery with the body of its request. `GET /deliveries/{deliveryId}` */
    retrieve(input: DeliveriesRetrieveInput, options?: RequestOptions): Promise<DeliveriesRetrieveOutput>;
  };
  readonly disputes: {
    /** Accepts a dispute: the money goes back to the buyer. `POST /disputes/{disputeId}/accept` */
    accept(input: DisputesAcceptInput, options?: RequestOptions): Promise<DisputesAcceptOutput>;
    /** Submits the defence. Providers take no defence through their API, so the platform's staff passes it on. `POST /disputes/{disputeId}/answer` */
    answer(input: DisputesAnswerInput, options?: RequestOptions): Promise<DisputesAnswerOutput>;
    /** Lists the disputes of the signed-in seller's sales: open ones by deadline first, then the newest. `GET /disputes` */
    list(input?: DisputesListInput, options?: RequestOptions): List<DisputesListOutput>;
    /** Retrieves a dispute with its defence. Sellers can retrieve only their own disputes. `GET /disputes/{disputeId}` */
    retrieve(input: DisputesRetrieveInput, options?: RequestOptions): Promise<DisputesRetrieveOutput>;
  };
  readonly embedding: {
    readonly origins: {
      /** Returns the origins of pages that may show the signed-in seller's checkouts in a frame. `GET /embedding/origins` */
      list(input?: Record<string, never>, options?: RequestOptions): Promise<EmbeddingOriginsListOutput>;
      /** Sets all origins of pages that may show the signed-in seller's checkouts in a frame, and returns them as browsers write them. `PUT /embedding/origins` */
      update(input: EmbeddingOriginsUpdateInput, options?: RequestOptions): Promise<EmbeddingOriginsUpdateOutput>;
    };
  };
  readonly events: {
    /** Lists the events of the caller's sales, or of the whole platform, newest first. `GET /events` */
    list(input?: EventsListInput, options?: RequestOptions): List<EventsListOutput>;
    /** Retrieves an event with what it tells, and what became of it at each webhook. `GET /events/{eventId}` */
    retrieve(input: EventsRetrieveInput, options?: RequestOptions): Promise<EventsRetrieveOutput>;
  };
  readonly files: {
    /** Creates an upload of a private file. Returns the address that takes the file, for 60 seconds: one PUT with the file as its body and exactly the returned headers. `POST /files` */
    create(input: FilesCreateInput, options?: RequestOptions): Promise<FilesCreateOutput>;
    /** Deletes a picture or a file that the signed-in person has uploaded. What a product, a checkout or a funnel shows, and what buyers get, stays: it is taken out there first. `DELETE /files/{uploadId}` */
    delete(input: FilesDeleteInput, options?: RequestOptions): Promise<FilesDeleteOutput>;
    /** Lists the pictures and private files that the signed-in person has uploaded, newest first, with what became of each. `GET /files` */
    list(input?: FilesListInput, options?: RequestOptions): List<FilesListOutput>;
  };
  readonly funnels: {
    /** Creates a funnel behind one of the signed-in seller's offers. `POST /funnels` */
    create(input: FunnelsCreateInput, options?: RequestOptions): Promise<FunnelsCreateOutput>;
    /** Deletes a funnel. Sales that it made stay, and say so. `DELETE /funnels/{funnelId}` */
    delete(input: FunnelsDeleteInput, options?: RequestOptions): Promise<FunnelsDeleteOutput>;
    /** Lists the signed-in seller's funnels, newest first. `GET /funnels` */
    list(input?: FunnelsListInput, options?: RequestOptions): List<FunnelsListOutput>;
    /** Retrieves a funnel with the numbers of each step. `GET /funnels/{funnelId}` */
    retrieve(input: FunnelsRetrieveInput, options?: RequestOptions): Promise<FunnelsRetrieveOutput>;
    /** Changes a funnel. A buyer whose step has gone is led on to the end. `PUT /funnels/{funnelId}` */
    update(input: FunnelsUpdateInput, options?: RequestOptions): Promise<FunnelsUpdateOutput>;
  };
  readonly importedCustomers: {
    /** Lists the signed-in seller's imported customers, newest first. `GET /imported-customers` */
    list(input?: ImportedCustomersListInput, options?: RequestOptions): List<ImportedCustomersListOutput>;
    /** Retrieves an imported customer with the imported sales and the seller's own sales under the same email, newest first. `GET /imported-customers/{customerId}` */
    retrieve(input: ImportedCustomersRetrieveInput, options?: RequestOptions): Promise<ImportedCustomersRetrieveOutput>;
  };
  readonly importedSales: {
    /** Lists the signed-in seller's imported sales, newest first. They are history: no balance and no report counts them. `GET /imported-sales` */
    list(input?: ImportedSalesListInput, options?: RequestOptions): List<ImportedSalesListOutput>;
  };
  readonly importedSubscriptions: {
    /** Lists the signed-in seller's imported subscriptions, newest first. Each waits until its buyer agrees to go on here by the link of a mail that the seller sends. `GET /imported-subscriptions` */
    list(input?: ImportedSubscriptionsListInput, options?: RequestOptions): List<ImportedSubscriptionsListOutput>;
  };
  readonly imports: {
    /** Checks every line by this mapping, and writes nothing. Another check may follow with another mapping. `POST /imports/{importId}/check` */
    check(input: ImportsCheckInput, options?: RequestOptions): Promise<ImportsCheckOutput>;
    /** Begins an import of the signed-in seller. The file follows in parts, each of the returned size but the last. `POST /imports` */
    create(input: ImportsCreateInput, options?: RequestOptions): Promise<ImportsCreateOutput>;
    /** Deletes a file with its lines before anything was written. `DELETE /imports/{importId}` */
    delete(input: ImportsDeleteInput, options?: RequestOptions): Promise<ImportsDeleteOutput>;
    /** Says that every part was sent. The file is read, and what it holds is guessed from its headers. `POST /imports/{importId}/finish-upload` */
    finishUpload(input: ImportsFinishUploadInput, options?: RequestOptions): Promise<ImportsFinishUploadOutput>;
    /** Lists the signed-in seller's imports of the last year, newest first. `GET /imports` */
    list(input?: ImportsListInput, options?: RequestOptions): List<ImportsListOutput>;
    readonly parts: {
      /** Stores a part of the file. The same part may be sent again. `PUT /imports/{importId}/parts/{number}` */
      update(input: ImportsPartsUpdateInput, options?: RequestOptions): Promise<ImportsPartsUpdateOutput>;
    };
    readonly problems: {
      /** Lists the lines that were refused, or those that an undo has kept, each with the reason and what to do. `GET /imports/{importId}/problems` */
      list(input: ImportsProblemsListInput, options?: RequestOptions): List<ImportsProblemsListOutput>;
    };
    /** Retrieves an import with its columns, its first lines, and the fields that columns can fill. With another kind or source, the columns are guessed for those. `GET /imports/{importId}` */
    retrieve(input: ImportsRetrieveInput, options?: RequestOptions): Promise<ImportsRetrieveOutput>;
    readonly rows: {
      /** Begins an import of the signed-in seller from rows in the place of a file. The properties of a row are names of fields, and their values what the cell of a table would hold. Every row is checked, and nothing is written until the import is run. `POST /imports/rows` */
      create(input: ImportsRowsCreateInput, options?: RequestOptions): Promise<ImportsRowsCreateOutput>;
    };
    /** Writes the lines that the check has found to be new or changed. Nobody is mailed. `POST /imports/{importId}/run` */
    run(input: ImportsRunInput, options?: RequestOptions): Promise<ImportsRunOutput>;
    /** Removes what an import has made and nobody has used since, within 24 hours after its end. The rest is kept, with the reason. `POST /imports/{importId}/undo` */
    undo(input: ImportsUndoInput, options?: RequestOptions): Promise<ImportsUndoOutput>;
  };
  readonly offers: {
    /** Takes an offer off sale, in its checkout and in the order bumps that add it. `POST /offers/{offerId}/archive` */
    archive(input: OffersArchiveInput, options?: RequestOptions): Promise<OffersArchiveOutput>;
    /** Copies an offer with its delivery options and the looks of its checkout, as a draft. `POST /offers/{offerId}/copy` */
    copy(input: OffersCopyInput, options?: RequestOptions): Promise<OffersCopyOutput>;
    /** Creates an offer of a product of the signed-in seller. What is left out takes a default; without a status it is published, and on sale as soon as its product is. `POST /offers` */
    create(input: OffersCreateInput, options?: RequestOptions): Promise<OffersCreateOutput>;
    /** Lists the signed-in seller's offers of any status, newest first. `GET /offers` */
    list(input?: OffersListInput, options?: RequestOptions): List<OffersListOutput>;
    /** Returns an offer of the signed-in seller with everything that its form edits. `GET /offers/{offerId}` */
    retrieve(input: OffersRetrieveInput, options?: RequestOptions): Promise<OffersRetrieveOutput>;
    /** Changes fields of an offer; what is left out stays. Sales keep the price and the terms that they were made at. `PATCH /offers/{offerId}` */
    update(input: OffersUpdateInput, options?: RequestOptions): Promise<OffersUpdateOutput>;
  };
  readonly orderBumps: {
    /** Takes an order bump out of the checkouts. What was bought with it stays in its sales. `DELETE /order-bumps/{bumpId}` */
    delete(input: OrderBumpsDeleteInput, options?: RequestOptions): Promise<OrderBumpsDeleteOutput>;
    /** Changes fields of an order bump; what is left out stays. `PATCH /order-bumps/{bumpId}` */
    update(input: OrderBumpsUpdateInput, options?: RequestOptions): Promise<OrderBumpsUpdateOutput>;
  };
  readonly paymentLinks: {
    /** Closes a payment link for ever. Codes that buyers were given before can still be paid. `POST /payment-links/{linkId}/close` */
    close(input: PaymentLinksCloseInput, options?: RequestOptions): Promise<PaymentLinksCloseOutput>;
    /** Creates a payment link. With `offerId` it sells that offer as it is now, at `amount` where one is given. Without, it asks for `amount`, or for what the buyer types between `leastAmount` and `mostAmount`, under a title. `POST /payment-links` */
    create(input?: PaymentLinksCreateInput, options?: RequestOptions): Promise<PaymentLinksCreateOutput>;
    /** Lists the signed-in seller's payment links, newest first. `GET /payment-links` */
    list(input?: PaymentLinksListInput, options?: RequestOptions): List<PaymentLinksListOutput>;
    /** Returns a payment link of the signed-in seller, with the QR code of its address. `GET /payment-links/{linkId}` */
    retrieve(input: PaymentLinksRetrieveInput, options?: RequestOptions): Promise<PaymentLinksRetrieveOutput>;
    /** Changes fields of a payment link; what is left out stays. Sales keep what they were made at. A closed link is not changed. `PATCH /payment-links/{linkId}` */
    update(input: PaymentLinksUpdateInput, options?: RequestOptions): Promise<PaymentLinksUpdateOutput>;
  };
  readonly payments: {
    readonly refundable: {
      /** Retrieves how much of a sale can still be refunded, and from whose balances the refund would be taken. `GET /payments/{paymentId}/refundable` */
      retrieve(input: PaymentsRefundableRetrieveInput, options?: RequestOptions): Promise<PaymentsRefundableRetrieveOutput>;
    };
    readonly refunds: {
      /** Refunds one of the signed-in seller's sales, in full or in part. `POST /payments/{paymentId}/refunds` */
      create(input: PaymentsRefundsCreateInput, options?: RequestOptions): Promise<PaymentsRefundsCreateOutput>;
    };
  };
  readonly payouts: {
    /** Cancels a withdrawal that has not been approved yet. `POST /payouts/{withdrawalId}/cancel` */
    cancel(input: PayoutsCancelInput, options?: RequestOptions): Promise<PayoutsCancelOutput>;
    /** Requests a withdrawal. The amount stays reserved until the money has arrived or has been returned. `POST /payouts` */
    create(input: PayoutsCreateInput, options?: RequestOptions): Promise<PayoutsCreateOutput>;
    readonly destinations: {
      /** Lists the signed-in person's PIX keys and bank accounts. `GET /payouts/destinations` */
      retrieve(input?: Record<string, never>, options?: RequestOptions): Promise<PayoutsDestinationsRetrieveOutput>;
    };
    /** Lists the signed-in person's withdrawals, newest first. `GET /payouts` */
    list(input?: PayoutsListInput, options?: RequestOptions): List<PayoutsListOutput>;
    readonly terms: {
      /** Retrieves the fee, the limits and the possible destinations of the signed-in person's withdrawals. `GET /payouts/terms` */
      retrieve(input?: PayoutsTermsRetrieveInput, options?: RequestOptions): Promise<PayoutsTermsRetrieveOutput>;
    };
  };
  readonly pictures: {
    /** Creates an upload. Returns the address that takes the file, for 60 seconds: one PUT with the file as its body and exactly the returned headers. `POST /pictures` */
    create(input: PicturesCreateInput, options?: RequestOptions): Promise<PicturesCreateOutput>;
    /** Checks a file that has arrived by its content, and stores it in the sizes that pages show, without EXIF. Returns the address to store in a product, an offer or the customization. The call may be repeated. `POST /pictures/{uploadId}/finish` */
    finish(input: PicturesFinishInput, options?: RequestOptions): Promise<PicturesFinishOutput>;
  };
  readonly platform: {
    readonly disputes: {
      /** Lists the disputes of the whole platform. `GET /platform/disputes` */
      list(input?: PlatformDisputesListInput, options?: RequestOptions): List<PlatformDisputesListOutput>;
    };
    readonly payments: {
      readonly refunds: {
        /** Refunds any sale of the platform, in full or in part. `POST /platform/payments/{paymentId}/refunds` */
        create(input: PlatformPaymentsRefundsCreateInput, options?: RequestOptions): Promise<PlatformPaymentsRefundsCreateOutput>;
      };
    };
    readonly payouts: {
      /** Lists withdrawals of the platform's sellers or managers: open ones (manage-withdraws) or paid ones (paid-withdrawals). `GET /platform/payouts` */
      list(input: PlatformPayoutsListInput, options?: RequestOptions): List<PlatformPayoutsListOutput>;
    };
    readonly people: {
      /** Lists sellers, affiliates, co-producers and customers, newest first. `GET /platform/people` */
      list(input?: PlatformPeopleListInput, options?: RequestOptions): List<PlatformPeopleListOutput>;
      /** Retrieves a user with that user's payment methods and manager. `GET /platform/people/{personId}` */
      retrieve(input: PlatformPeopleRetrieveInput, options?: RequestOptions): Promise<PlatformPeopleRetrieveOutput>;
    };
    readonly products: {
      /** Puts a product on sale that waits for a review or is blocked. It names the version that the reviewer has seen. `POST /platform/products/{productId}/approve` */
      approve(input: PlatformProductsApproveInput, options?: RequestOptions): Promise<PlatformProductsApproveOutput>;
      /** Takes a product off sale, in whatever status it is. Its seller reads the reason. `POST /platform/products/{productId}/block` */
      block(input: PlatformProductsBlockInput, options?: RequestOptions): Promise<PlatformProductsBlockOutput>;
      /** Lists the products of all sellers; those that wait for a review come first, then the newest. `GET /platform/products` */
      list(input?: PlatformProductsListInput, options?: RequestOptions): List<PlatformProductsListOutput>;
      /** Returns a product of any seller with its offers, as a reviewer sees it. `GET /platform/products/{productId}` */
      retrieve(input: PlatformProductsRetrieveInput, options?: RequestOptions): Promise<PlatformProductsRetrieveOutput>;
    };
    readonly refunds: {
      /** Lists refunds of all sales of the platform, newest first, including automatic ones. `GET /platform/refunds` */
      list(input?: PlatformRefundsListInput, options?: RequestOptions): List<PlatformRefundsListOutput>;
    };
    readonly reports: {
      readonly overview: {
        /** Retrieves the platform's revenue of a period, by day, method and product, and what it holds for others now. `GET /platform/reports/overview` */
        retrieve(input: PlatformReportsOverviewRetrieveInput, options?: RequestOptions): Promise<PlatformReportsOverviewRetrieveOutput>;
      };
      readonly sellerProfit: {
        /** Ranks sellers by the platform's profit from them: fees, interest and anticipations minus provider costs, managers' commissions and losses. `GET /platform/reports/seller-profit` */
        list(input: PlatformReportsSellerProfitListInput, options?: RequestOptions): List<PlatformReportsSellerProfitListOutput>;
      };
      readonly sellerRevenue: {
        /** Ranks sellers by their revenue in a period: gross, refunded, charged back and net. `GET /platform/reports/seller-revenue` */
        list(input: PlatformReportsSellerRevenueListInput, options?: RequestOptions): List<PlatformReportsSellerRevenueListOutput>;
      };
    };
    readonly sales: {
      /** Lists the sales of all sellers of the platform, or of one, newest first. `GET /platform/sales` */
      list(input?: PlatformSalesListInput, options?: RequestOptions): List<PlatformSalesListOutput>;
    };
  };
  readonly products: {
    /** Takes a product and all its offers off sale. It can be published again. `POST /products/{productId}/archive` */
    archive(input: ProductsArchiveInput, options?: RequestOptions): Promise<ProductsArchiveOutput>;
    /** Creates a product as a draft of the signed-in seller. What is left out takes a default. `POST /products` */
    create(input: ProductsCreateInput, options?: RequestOptions): Promise<ProductsCreateOutput>;
    /** Deletes a product with its offers. One that was sold, or that has or had partners, is archived instead. `DELETE /products/{productId}` */
    delete(input: ProductsDeleteInput, options?: RequestOptions): Promise<ProductsDeleteOutput>;
    /** Lists the signed-in seller's products, newest first. `GET /products` */
    list(input?: ProductsListInput, options?: RequestOptions): List<ProductsListOutput>;
    readonly orderBumps: {
      /** Offers another offer of the same seller in all checkouts of a product, after the bumps that are there. `POST /products/{productId}/order-bumps` */
      create(input: ProductsOrderBumpsCreateInput, options?: RequestOptions): Promise<ProductsOrderBumpsCreateOutput>;
      /** Lists what the checkouts of a seller's product offer beside it, in the order of the page. `GET /products/{productId}/order-bumps` */
      retrieve(input: ProductsOrderBumpsRetrieveInput, options?: RequestOptions): Promise<ProductsOrderBumpsRetrieveOutput>;
    };
    /** Puts a product on sale, or submits it for review where the platform reviews products or has blocked this one before. `POST /products/{productId}/publish` */
    publish(input: ProductsPublishInput, options?: RequestOptions): Promise<ProductsPublishOutput>;
    /** Returns a product of the signed-in seller with everything that its tabs edit, and the seller's offers of it. `GET /products/{productId}` */
    retrieve(input: ProductsRetrieveInput, options?: RequestOptions): Promise<ProductsRetrieveOutput>;
    /** Changes fields of a product; what is left out stays. Each tab sends its own fields and the version that it read. `PATCH /products/{productId}` */
    update(input: ProductsUpdateInput, options?: RequestOptions): Promise<ProductsUpdateOutput>;
  };
  readonly refundRequests: {
    /** Approves or declines a refund request made after the legal seven days. Earlier requests cannot be declined. `POST /refund-requests/{requestId}/decide` */
    decide(input: RefundRequestsDecideInput, options?: RequestOptions): Promise<RefundRequestsDecideOutput>;
    /** Lists buyers' refund requests for the signed-in seller's sales, waiting requests first. `GET /refund-requests` */
    list(input?: RefundRequestsListInput, options?: RequestOptions): List<RefundRequestsListOutput>;
  };
  readonly refunds: {
    /** Lists refunds of the signed-in seller's sales, newest first, with their total. `GET /refunds` */
    list(input?: RefundsListInput, options?: RequestOptions): List<RefundsListOutput>;
  };
  readonly sales: {
    readonly access: {
      /** Returns whether the buyer of a sale may open what they bought, when they did, and how often they downloaded each file. `GET /sales/{saleId}/access` */
      retrieve(input: SalesAccessRetrieveInput, options?: RequestOptions): Promise<SalesAccessRetrieveOutput>;
    };
    /** Marks the shipment of one of the signed-in seller's sales as delivered, and mails the buyer. `POST /sales/{saleId}/deliver` */
    deliver(input: SalesDeliverInput, options?: RequestOptions): Promise<SalesDeliverOutput>;
    /** Lists the signed-in seller's sales, newest first. `GET /sales` */
    list(input?: SalesListInput, options?: RequestOptions): List<SalesListOutput>;
    /** Mails the buyer of one of the signed-in seller's paid sales the approval with the access once more. `POST /sales/{saleId}/resend-receipt` */
    resendReceipt(input: SalesResendReceiptInput, options?: RequestOptions): Promise<SalesResendReceiptOutput>;
    /** Retrieves one sale with its buyer, its payment and where its money went. Partners see its date, what was sold, their own part and the rule it followed. `GET /sales/{saleId}` */
    retrieve(input: SalesRetrieveInput, options?: RequestOptions): Promise<SalesRetrieveOutput>;
    /** Marks the shipment of one of the signed-in seller's sales as come back to the seller. `POST /sales/{saleId}/return` */
    return(input: SalesReturnInput, options?: RequestOptions): Promise<SalesReturnOutput>;
    /** Marks one of the signed-in seller's sales as shipped, or corrects how it was, and mails the buyer the way to track it. `POST /sales/{saleId}/ship` */
    ship(input: SalesShipInput, options?: RequestOptions): Promise<SalesShipOutput>;
    readonly summary: {
      /** Retrieves the signed-in seller's sales of a period of at most 366 days, in total, by day and by method. `GET /sales/summary` */
      retrieve(input: SalesSummaryRetrieveInput, options?: RequestOptions): Promise<SalesSummaryRetrieveOutput>;
    };
  };
  readonly shipments: {
    /** Lists the signed-in seller's sales with physical items in one state: those to be shipped by the day until which they are to be, others by their last step, the newest first. A search lists the newest sales first. `GET /shipments` */
    list(input: ShipmentsListInput, options?: RequestOptions): List<ShipmentsListOutput>;
  };
  readonly subscriptions: {
    /** Cancels a subscription at once, or at the end of the period that is paid. `POST /subscriptions/{subscriptionId}/cancel` */
    cancel(input: SubscriptionsCancelInput, options?: RequestOptions): Promise<SubscriptionsCancelOutput>;
    /** Moves a subscription to another plan of its product from a later period on, and mails the buyer. Nothing is charged at once, and a higher price holds after the notice of 10 days. `POST /subscriptions/{subscriptionId}/change-plan` */
    changePlan(input: SubscriptionsChangePlanInput, options?: RequestOptions): Promise<SubscriptionsChangePlanOutput>;
    /** Changes what later charges of a subscription cost, and mails the buyer. A charge that is due within the notice of 10 days keeps its price. `POST /subscriptions/{subscriptionId}/change-price` */
    changePrice(input: SubscriptionsChangePriceInput, options?: RequestOptions): Promise<SubscriptionsChangePriceOutput>;
    readonly figures: {
      /** Retrieves the figures of the signed-in seller's subscriptions, or for administrators of the platform's: revenue, churn with its reasons, and how many of each month's stay. `GET /subscriptions/figures` */
      retrieve(input: SubscriptionsFiguresRetrieveInput, options?: RequestOptions): Promise<SubscriptionsFiguresRetrieveOutput>;
    };
    /** Lists the signed-in seller's subscriptions, or for administrators the platform's, newest first. `GET /subscriptions` */
    list(input?: SubscriptionsListInput, options?: RequestOptions): List<SubscriptionsListOutput>;
    /** Pauses a subscription: nothing is charged until it is resumed. The period that is paid runs on. `POST /subscriptions/{subscriptionId}/pause` */
    pause(input: SubscriptionsPauseInput, options?: RequestOptions): Promise<SubscriptionsPauseOutput>;
    readonly plans: {
      /** Lists the plans that a subscription can be moved to, and what each costs from when on. `GET /subscriptions/{subscriptionId}/plans` */
      retrieve(input: SubscriptionsPlansRetrieveInput, options?: RequestOptions): Promise<SubscriptionsPlansRetrieveOutput>;
    };
    /** Resumes a paused subscription, or withdraws a cancellation at the end of the period. `POST /subscriptions/{subscriptionId}/resume` */
    resume(input: SubscriptionsResumeInput, options?: RequestOptions): Promise<SubscriptionsResumeOutput>;
    /** Retrieves one subscription with its cycles and everything that happened to it, latest first. `GET /subscriptions/{subscriptionId}` */
    retrieve(input: SubscriptionsRetrieveInput, options?: RequestOptions): Promise<SubscriptionsRetrieveOutput>;
  };
  readonly webhooks: {
    /** Creates a webhook of the caller or of the platform, and returns the secret that signs what is sent. `POST /webhooks` */
    create(input: WebhooksCreateInput, options?: RequestOptions): Promise<WebhooksCreateOutput>;
    /** Deletes a webhook with its deliveries. `DELETE /webhooks/{webhookId}` */
    delete(input: WebhooksDeleteInput, options?: RequestOptions): Promise<WebhooksDeleteOutput>;
    readonly deliveries: {
      /** Lists the deliveries of a webhook of the last 30 days, newest first. `GET /webhooks/{webhookId}/deliveries` */
      list(input: WebhooksDeliveriesListInput, options?: RequestOptions): List<WebhooksDeliveriesListOutput>;
    };
    /** Lists the caller's webhooks, or those of the platform, newest first. `GET /webhooks` */
    list(input?: WebhooksListInput, options?: RequestOptions): Promise<WebhooksListOutput>;
    /** Sends the events of a period to a webhook: those that never arrived, or all. Only what happened in the last 30 days is there. `POST /webhooks/{webhookId}/replay` */
    replay(input: WebhooksReplayInput, options?: RequestOptions): Promise<WebhooksReplayOutput>;
    /** Retrieves one of the caller's webhooks, or of the platform's. Its secret is never shown again. `GET /webhooks/{webhookId}` */
    retrieve(input: WebhooksRetrieveInput, options?: RequestOptions): Promise<WebhooksRetrieveOutput>;
    /** Gives a webhook a new secret, and returns it. The old one signs as well for 24 hours. `POST /webhooks/{webhookId}/rotate-secret` */
    rotateSecret(input: WebhooksRotateSecretInput, options?: RequestOptions): Promise<WebhooksRotateSecretOutput>;
    /** Sends an event with made-up data to a webhook, also to one that is off. It is tried once. `POST /webhooks/{webhookId}/test` */
    test(input: WebhooksTestInput, options?: RequestOptions): Promise<WebhooksTestOutput>;
    /** Changes a webhook. Deliveries that wait go to its new address; switched off, it gives them up. `PUT /webhooks/{webhookId}` */
    update(input: WebhooksUpdateInput, options?: RequestOptions): Promise<WebhooksUpdateOutput>;
  };
}
