/** Exports what other modules need of refunds: their rules, and what a provider tells of single ones. */
export { applyReportedRefunds } from './reported.ts';
export { deadlinesOf, readDeliveryDays } from './rules.ts';
