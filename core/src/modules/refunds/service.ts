/** What other modules need to know of the rules of refunds. */
export { deadlinesOf, readDeliveryDays } from './rules.ts';
