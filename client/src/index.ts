/** Calls the public API of a Feira platform with types for every call, repeats what may be repeated, and walks through lists. */

export type * from './calls.ts';
export type { Client } from './calls.ts';
export { createClient } from './client.ts';
export { FeiraError } from './errors.ts';
export type { List, Page } from './list.ts';
export { type ListenOptions, listen } from './listen.ts';
export type { ClientOptions, RequestOptions } from './request.ts';
export { readEvent, type SellerEvent } from './webhooks.ts';
