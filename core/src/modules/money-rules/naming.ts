/** Shows rules to people: connections stand under their names. */
import type { Compared } from '@feira/schemas/procedures/money-rules';
import type { FastifyInstance } from 'fastify';
import { readConnectionNames } from '../routing/service.ts';
import type { Values } from './model.ts';

type Shown = Pick<Compared, 'before' | 'after'>;

/** Returns a function that puts the names of connections in the place of their ids. */
export async function prepareNaming(
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  shown: readonly Shown[],
): Promise<(one: Shown) => Shown> {
  const mayNameSome = shown.some(({ before, after }) =>
    [before, after].some(({ routes, withdrawals }) => routes || withdrawals),
  );
  const names = mayNameSome ? await readConnectionNames(app, platformId) : new Map<string, string>();
  const name = (value: unknown): unknown => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(name);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, name(inner)]));
  };
  return ({ before, after }) => ({ before: name(before) as Values, after: name(after) as Values });
}
