/** Declares what `expand` adds to calls of the public API: the objects that their answers name by ids. */
import { type Expansion, isMany, publicOutputOf, rowsOf } from './api.ts';
import { nullable } from './parts.ts';
import type { Procedure } from './procedure.ts';
import { getCustomer } from './procedures/customers.ts';
import { listMyOffers } from './procedures/offers.ts';
import { listMyProducts } from './procedures/products.ts';
import { listRefunds } from './procedures/refunds.ts';
import { listSales } from './procedures/sales.ts';
import { listSubscriptions } from './procedures/subscriptions.ts';

/** An expanded object has the properties that it has in the list of its kind. */
const SCHEMAS: Record<Expansion, object> = {
  product: listMyProducts.output.properties.items.items,
  offer: listMyOffers.output.properties.items.items,
  customer: getCustomer.output,
  sale: listSales.output.properties.sales.items,
  subscription: listSubscriptions.output.properties.items.items,
  refunds: listRefunds.output.properties.items.items,
};

interface ObjectSchema {
  type: 'object';
  required?: readonly string[];
  additionalProperties?: boolean;
  properties: Record<string, object>;
}

/** Returns the names that a call can expand. */
export const expansionsOf = ({ api }: Pick<Procedure, 'api'>): Expansion[] =>
  Object.keys(api?.expand ?? {}) as Expansion[];

function withExpanded(schema: ObjectSchema, names: readonly Expansion[]): ObjectSchema {
  const added = names.map((name) => [
    name,
    isMany(name) ? { type: 'array', items: SCHEMAS[name] } : nullable(SCHEMAS[name]),
  ]);
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(added) } };
}

/** Returns the schemas of a call as programs see it under /v1. */
export function publicSchemasOf(procedure: Pick<Procedure, 'api' | 'input' | 'output'>): {
  input: ObjectSchema;
  output: ObjectSchema;
} {
  const input = { properties: {}, ...(procedure.input as object) } as ObjectSchema;
  const output = publicOutputOf(procedure.output) as ObjectSchema;
  const names = expansionsOf(procedure);
  if (names.length === 0) return { input, output };
  const expand = {
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', enum: names },
    description:
      'The objects to put into the answer beside their ids, divided by commas. Each needs the scope to read it.',
  };
  const { items } = output.properties as { items?: { items: ObjectSchema } };
  return {
    input: { ...input, properties: { ...input.properties, expand } },
    output:
      rowsOf(procedure.output) && items
        ? {
            ...output,
            properties: { ...output.properties, items: { ...items, items: withExpanded(items.items, names) } },
          }
        : withExpanded(output, names),
  };
}
