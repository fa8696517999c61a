/** Exports the rules of refunds that other modules read. */
export { deadlinesOf, readDeliveryDays } from './rules.ts';
