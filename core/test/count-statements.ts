/** Counts the statements that work sends to the database, without those that begin and end its transactions and those that try a connection. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const FRAMES = /^\s*($|(BEGIN|COMMIT|ROLLBACK|SET)\b)/;

export interface StatementCounter {
  /** Returns what the work returns, and the texts of its statements. What goes on after its end belongs to nobody. */
  count<T>(work: () => Promise<T>): Promise<{ result: T; texts: string[] }>;
  /** Lets the database's client be as it was. */
  stop(): void;
}

export function openStatementCounter(): StatementCounter {
  const scope = new AsyncLocalStorage<{ texts: string[]; isOver: boolean }>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...parameters: unknown[]) {
    const [statement] = parameters as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    const counter = scope.getStore();
    if (counter && !counter.isOver && !FRAMES.test(text)) counter.texts.push(text);
    return Reflect.apply(query, this, parameters);
  } as typeof query;
  return {
    async count(work) {
      const counter = { texts: [] as string[], isOver: false };
      // A call of `inject` begins where it is awaited.
      const result = await scope.run(counter, async () => await work());
      counter.isOver = true;
      return { result, texts: counter.texts };
    },
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}
