/** Writes refusals, bodies and times as Pagar.me does. */
import { type SimulatorRequest, type SimulatorResponse, WireRefusal } from '@feira/plugin-kit';

export type Body = Record<string, unknown>;

export const bodyOf = ({ body }: SimulatorRequest) => (body ?? {}) as Body;
export const answer = (body: unknown): SimulatorResponse => ({ status: 200, body });
export const answerList = (data: unknown[]) => answer({ data, paging: { total: data.length } });
/** Returns the number of items that a list answers at most. */
export const sizeOf = ({ query }: SimulatorRequest) => Math.min(Number(query.size ?? 10), 30);

export const refuse = (status: number, message: string, errors?: Record<string, string[]>) =>
  new WireRefusal(status, errors ? { message, errors } : { message }, message);
export const invalid = (field: string, message: string) =>
  refuse(422, 'The request is invalid.', { [field]: [message] });
export const notFound = (what: string) => refuse(404, `${what} not found.`);

/** Second precision, as the provider writes its times. */
export const toTime = (time: string) => `${time.slice(0, 19)}Z`;
