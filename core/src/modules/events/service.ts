/** Announces what happened to other systems, in the transaction of the change, and reads it for them. */
export { type EventApp, readEventData, toPlatformEvent } from './data.ts';
export { DELIVERY_CHANNEL } from './delivery-model.ts';
export { announce, announceLive, selectEvent } from './model.ts';
