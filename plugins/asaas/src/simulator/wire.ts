/** Declares Asaas' wire shapes as the simulator sends them, and checks requests by Asaas' small rules. */
import { type SimulatorRequest, toSaoPaulo, WireRefusal } from '@feira/plugin-kit';
import { fromReais } from '@feira/schemas/rules/money';

/** A refusal in Asaas' shape. */
export const refuse = (status: number, code: string, description: string) =>
  new WireRefusal(status, { errors: [{ code, description }] }, description);
export const invalid = (field: string, description = `O campo ${field} é inválido ou não foi informado.`) =>
  refuse(400, `invalid_${field}`, description);
export const missing = () => refuse(404, 'not_found', 'Registro não encontrado.');

/** One call: its values of the path, and the account whose key asks. */
/** The account of the platform; every other is known by its wallet. */
export const MAIN = 'main';

export interface Call {
  id: string;
  request: SimulatorRequest;
  fields: Fields;
  account: string;
}
export type Fields = Record<string, unknown>;

export const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

export function requireText(fields: Fields, name: string, pattern = /./): string {
  const value = fields[name];
  if (typeof value !== 'string' || !pattern.test(value)) throw invalid(name);
  return value;
}

/** Reais of the request as cents. */
export function requireCents(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !(value > 0)) throw invalid(name);
  return fromReais(value);
}

export const toList = (data: unknown[], hasMore = false) => ({
  object: 'list',
  hasMore,
  totalCount: data.length,
  data,
});

/** Wall-clock time of São Paulo, as Asaas writes it. */
export const toWallClock = (date: Date) => toSaoPaulo(date).slice(0, 19).replace('T', ' ');
