import type { MailTemplate } from './model.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds after which a mail is no longer sent: its link has expired, or its news is old. */
export const LIFETIMES: Record<MailTemplate, number> = {
  'verify-email': DAY,
  'account-exists': DAY,
  'recover-password': 30 * MINUTE,
  invitation: 7 * DAY,
  'magic-link': 15 * MINUTE,
  'change-email': HOUR,
  'email-changed': 3 * DAY,
  'erasure-asked': 2 * DAY,
  'erasure-done': 7 * DAY,
  'erasure-refused': 7 * DAY,
  'password-changed': 3 * DAY,
  'new-device': 3 * DAY,
  'second-factor-changed': 3 * DAY,
  'access-widened': 3 * DAY,
  'passkey-changed': 3 * DAY,
  'payout-destination-added': 3 * DAY,
  'certificate-expiring': 3 * DAY,
  'contract-offered': 7 * DAY,
  'refund-link': HOUR,
  'refund-requested': 7 * DAY,
  'refund-decided': 7 * DAY,
  'payment-not-charged': 7 * DAY,
  'refund-failed': 7 * DAY,
  'refund-done': 7 * DAY,
  'pix-created': DAY,
  'billet-created': 2 * DAY,
  'payment-approved': 7 * DAY,
  'payment-refused': DAY,
  'payment-expired': DAY,
  'payment-expiring': 2 * HOUR,
  'mandate-notice': 2 * DAY,
  'order-shipped': 7 * DAY,
  'order-delivered': 7 * DAY,
  'cart-reminder': 12 * HOUR,
  'payment-mismatch': 7 * DAY,
  'subscription-news': 5 * DAY,
  'buyer-question': 7 * DAY,
  notice: 3 * DAY,
  announcement: 3 * DAY,
  'notice-summary': DAY,
};
