import { PAYMENT_METHODS } from '@feira/schemas/common';
import { defineFilter, id, oneOf, words } from '@feira/shell-kit/filter';

export const HOURS = [24, 168, 720] as const;
export type Hours = (typeof HOURS)[number];

/** Returns the hours of the address; the last day replaces hours that the page does not offer. */
export const readHours = (address: URLSearchParams): Hours =>
  HOURS.find((hours) => String(hours) === address.get('hours')) ?? 24;

export const DECISION_FILTER = defineFilter(
  { connectionId: id('connection'), method: oneOf('method', PAYMENT_METHODS), search: words() },
  25,
);
