/** Sends a statement, and names the columns of its rows in camelCase: once for each result, so that a row costs nothing more. */
import pg from 'pg';
import type { Result, Statement } from './statement.ts';

/** The names that were made so far. Statements are written in the code, so these are as many as it has columns. */
const names = new Map<string, string>();

const SNAKE_CASE = /^[a-z\d_]+$/;

/**
 * Returns the name that a column has in rows, as the mappers of models make it: `seller_id` is sellerId, and `line_1` is line1. A name with
 * capitals, such as "TO_SHIP", is a value of a statement that counts by it, and stays.
 */
export function toFieldName(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    const isColumn = SNAKE_CASE.test(column);
    name = isColumn ? column.replace(/(?<=.)_+(.?)/g, (_, next: string) => next.toUpperCase()) : column;
    names.set(column, name);
  }
  return name;
}

interface Described {
  fields: { name: string }[];
}

/** pg tells a query the columns of its result in this method, which its types leave out. */
const Query = pg.Query as unknown as new (
  statement: Statement,
  callback: (error: Error | null, result: Result<unknown>) => void,
) => pg.Query & { handleRowDescription(described: Described): void };

class NamingQuery extends Query {
  override handleRowDescription(described: Described): void {
    for (const field of described.fields) field.name = toFieldName(field.name);
    super.handleRowDescription(described);
  }
}

export const sendStatement = (client: pg.ClientBase, statement: Statement): Promise<Result<unknown>> =>
  new Promise<Result<unknown>>((resolve, reject) => {
    client.query(new NamingQuery(statement, (error, result) => (error ? reject(error) : resolve(result))));
  }).catch((error: Error) => {
    // The stack leads to the caller instead of the socket, as the stack of pg's own promises does.
    Error.captureStackTrace(error);
    throw error;
  });
