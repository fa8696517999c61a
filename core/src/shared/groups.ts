/**
 * Groups calls: calls that arrive while a trip for the same key is in progress travel together on the next one. A caller who finds no trip
 * in progress starts one at once and never waits for others.
 */
interface Caller<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Returns one outcome for each item, in the same order. */
export type Trip<Item, Result> = (key: string, items: Item[]) => Promise<PromiseSettledResult<Result>[]>;

export class Groups<Item, Result> {
  readonly #trip: Trip<Item, Result>;
  readonly #largest: number;
  /** A key is present while its trip is in progress. */
  readonly #waiting = new Map<string, Caller<Item, Result>[]>();

  constructor(largest: number, trip: Trip<Item, Result>) {
    this.#largest = largest;
    this.#trip = trip;
  }

  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const caller = { item, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) waiting.push(caller);
      else void this.#run(key, [caller]);
    });
  }

  async #run(key: string, first: Caller<Item, Result>[]): Promise<void> {
    const waiting: Caller<Item, Result>[] = [];
    this.#waiting.set(key, waiting);
    for (let callers = first; callers.length > 0; callers = waiting.splice(0, this.#largest)) {
      await this.#travel(key, callers);
    }
    this.#waiting.delete(key);
  }

  async #travel(key: string, callers: Caller<Item, Result>[]): Promise<void> {
    const items = callers.map(({ item }) => item);
    try {
      const outcomes = await this.#trip(key, items);
      callers.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]!;
        if (outcome.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome.reason);
      });
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }
}
