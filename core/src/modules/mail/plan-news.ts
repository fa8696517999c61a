/** Holds what mails say of a subscription's plan in both languages. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { MailedPlan } from './model.ts';

export type PlanNews = MailedPlan & { nextChargeAt?: string };

/** Returns the address at which a buyer signs in to their purchases, on the host that a link leads to. */
export const toMyPurchases = (link: string): string => new URL(DASHBOARD_PATHS.customer, link).href;
