/**
 * Makes one statement of several that say the same about an item each. What a statement costs besides its rows (its plan is set up, its
 * constraints are read, its indexes are opened) is then paid once.
 */
import type { Result, Statement } from './statement.ts';

/** Rows of a mergeable statement say which item they are about: its place, counted from 1. */
export interface Placed {
  place: number;
}

/**
 * A statement about one item that is run together with others of its name. `text` takes the platform as $1 and a JSON array of items as
 * $2, see ITEMS, and returns the rows of an item with its place.
 */
export function mergeable<Row extends Placed>(
  name: string,
  text: string,
  platformId: string,
  item: object,
): Statement<Row> {
  const json = JSON.stringify(item);
  return { name: nameAnew(name), text, values: [platformId, `[${json}]`], item: json };
}

/** The number of uses of each name. */
const uses = new Map<string, number>();

/**
 * A connection keeps the plan of a name. One that was made for almost empty tables may read all of them once they have grown, so a name
 * changes as its uses become four times as many, and the statement is planned again.
 */
export function nameAnew(name: string): string {
  const count = (uses.get(name) ?? 0) + 1;
  uses.set(name, count);
  return `${name}-${Math.floor(Math.log2(count) / 2)}`;
}

/**
 * The items of a mergeable statement: `place` and `item`. The condition is true of all of them. It makes a planner expect one row, so that
 * it begins with the items and looks up what they name: with many, it would begin with a young table, which it takes for almost empty.
 */
export const ITEMS = `(SELECT place, item FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS one(item, place)
  WHERE jsonb_typeof(item) = 'object')`;

/** The type that a field of an item has in SQL; bytes travel in base64. */
type FieldType = 'uuid' | 'text' | 'integer' | 'bytea' | 'jsonb';
type Fields<Item> = { [Field in keyof Item & string]: FieldType };

const readField = (name: string, type: FieldType): string => {
  const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (type === 'jsonb') return `nullif(item->'${name}', 'null') AS ${column}`;
  return type === 'bytea'
    ? `decode(item->>'${name}', 'base64') AS ${column}`
    : `(item->>'${name}')::${type} AS ${column}`;
};

/**
 * A table `one` of the items, with their places and their fields as columns in snake_case. It is MATERIALIZED, because row security lets no
 * index serve a condition that could fail, as reading a field out of JSON could.
 */
const itemsAsTable = (fields: Record<string, FieldType>): string => `
  WITH one AS MATERIALIZED (
    SELECT place, ${Object.entries(fields)
      .map(([name, type]) => readField(name, type))
      .join(', ')} FROM ${ITEMS} AS items
  )`;

/** Makes mergeable statements that read. The query returns the rows of one item: it names the platform $1, and the item's fields as columns of `one`. */
export function readEach<Item extends object, Row>(name: string, fields: Fields<Item>, query: string) {
  const text = `${itemsAsTable(fields)} SELECT one.place, found.* FROM one CROSS JOIN LATERAL (${query} OFFSET 0) AS found`;
  return (platformId: string, item: Item): Statement<Row & Placed> => mergeable(name, text, platformId, item);
}

/**
 * Makes mergeable statements that write. `change` follows the items' table `one`, writes for all items at once, in any order, and names the
 * platform $1. It returns the place of each item whose row it changed. The same item may come twice.
 */
export function writeEach<Item extends object>(name: string, fields: Fields<Item>, change: string) {
  const text = `${itemsAsTable(fields)} ${change}`;
  return (platformId: string, item: Item): Statement<Placed> => mergeable(name, text, platformId, item);
}

export interface Merged {
  statements: Statement[];
  /** Gives each of the original statements its result. */
  share(results: readonly Result<unknown>[]): Result<unknown>[];
}

/** Returns null where no two statements can be run as one. All of them are about the same platform. */
export function mergeStatements(statements: readonly Statement[]): Merged | null {
  const byName = Map.groupBy(statements.keys(), (index) => {
    const { name, item } = statements[index] as Statement;
    return item === undefined ? index : name;
  });
  if (byName.size === statements.length) return null;
  const groups = [...byName.values()];
  return {
    statements: groups.map((indexes) => {
      const first = statements[indexes[0] as number] as Statement;
      if (indexes.length === 1) return first;
      const items = indexes.map((index) => statements[index]?.item);
      return { ...first, values: [first.values[0], `[${items.join(',')}]`] };
    }),
    share(results) {
      const shares: Result<unknown>[] = [];
      groups.forEach((indexes, group) => {
        const result = results[group] as Result<unknown>;
        if (indexes.length === 1) {
          shares[indexes[0] as number] = result;
          return;
        }
        const byPlace = Map.groupBy(result.rows as Placed[], ({ place }) => place);
        indexes.forEach((index, position) => {
          const rows = byPlace.get(position + 1) ?? [];
          shares[index] = { rows, rowCount: rows.length };
        });
      });
      return shares;
    },
  };
}
