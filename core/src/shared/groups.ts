/**
 * Groups calls: calls that arrive while a trip for the same key is in progress travel together on the next one. A caller who finds no trip
 * in progress starts one at once and never waits for others. No caller waits for the trouble of another: a call that is held up is set
 * aside with all others about the same subject, and a trip that does not return is overtaken.
 */
interface Caller<Item, Result> {
  item: Item;
  /** The subject of the call: calls about the same subject may be held up by the same lock. */
  subject: string | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** `held`: it waited too long for a lock, so the trip was undone. `undone`: the trip was undone because of another call. */
export type Outcome<Result> = PromiseSettledResult<Result> | { status: 'held'; reason: unknown } | { status: 'undone' };

/** Returns one outcome for each item, in the same order. A patient trip may wait longer for locks. */
export type Trip<Item, Result> = (key: string, items: Item[], isPatient: boolean) => Promise<Outcome<Result>[]>;

export interface GroupSizes {
  /** The most calls of one trip. */
  largest: number;
  /** The most subjects that are set aside at a time. Calls about further ones are rejected when they are held up. */
  mostAside: number;
}

/** A trip that takes longer is overtaken by the next one. */
const PATIENCE_MS = 250;
/** The trips of one key that are in progress at a time. */
const MOST_AT_ONCE = 4;

class Lane<Item, Result> {
  waiting: Caller<Item, Result>[] = [];
  underWay = 0;
  /** The run that takes those who wait; null while nobody does: there is none, or it is late. */
  current: symbol | null = null;
}

export class Groups<Item, Result> {
  readonly #trip: Trip<Item, Result>;
  readonly #sizes: GroupSizes;
  /** A key is present while a trip of it is in progress. */
  readonly #lanes = new Map<string, Lane<Item, Result>>();
  /** Those who wait behind a call that is held up, by key and subject. */
  readonly #aside = new Map<string, Caller<Item, Result>[]>();
  #asideCount = 0;

  constructor(sizes: GroupSizes, trip: Trip<Item, Result>) {
    this.#sizes = sizes;
    this.#trip = trip;
  }

  add(key: string, item: Item, subject?: string): Promise<Result> {
    return new Promise((resolve, reject) => {
      const caller = { item, subject, resolve, reject };
      if (!this.#joinAside(key, caller)) this.#enter(key, caller);
    });
  }

  #enter(key: string, caller: Caller<Item, Result>): void {
    const lane = this.#lanes.get(key) ?? new Lane<Item, Result>();
    this.#lanes.set(key, lane);
    lane.waiting.push(caller);
    this.#depart(key, lane);
  }

  #depart(key: string, lane: Lane<Item, Result>): void {
    if (lane.current === null && lane.waiting.length > 0 && lane.underWay < MOST_AT_ONCE) void this.#run(key, lane);
  }

  async #run(key: string, lane: Lane<Item, Result>): Promise<void> {
    const run = Symbol('run');
    lane.current = run;
    lane.underWay++;
    let callers = lane.waiting.splice(0, this.#sizes.largest);
    while (callers.length > 0) {
      const timer = setTimeout(() => {
        if (lane.current !== run) return;
        lane.current = null;
        this.#depart(key, lane);
      }, PATIENCE_MS);
      callers = await this.#travel(key, callers, false, (caller, reason) => this.#setAside(key, caller, reason));
      clearTimeout(timer);
      lane.current ??= run;
      if (this.#aside.size > 0) {
        // Calls about the same subject would be held up as well, each for as long.
        callers = callers.filter((caller) => !this.#joinAside(key, caller));
        lane.waiting = lane.waiting.filter((caller) => !this.#joinAside(key, caller));
      }
      if (lane.current === run) callers.push(...lane.waiting.splice(0, this.#sizes.largest - callers.length));
    }
    lane.underWay--;
    if (lane.current === run) lane.current = null;
    if (lane.underWay === 0) this.#lanes.delete(key);
    else this.#depart(key, lane);
  }

  /** Settles what the trip decided, and returns those for whom it was undone. `hold` takes those that were held up. */
  async #travel(
    key: string,
    callers: Caller<Item, Result>[],
    isPatient: boolean,
    hold: (caller: Caller<Item, Result>, reason: unknown) => void,
  ): Promise<Caller<Item, Result>[]> {
    const items = callers.map(({ item }) => item);
    try {
      const outcomes = await this.#trip(key, items, isPatient);
      return callers.filter((caller, index) => {
        const outcome = outcomes[index]!;
        if (outcome.status === 'fulfilled') caller.resolve(outcome.value);
        else if (outcome.status === 'rejected') caller.reject(outcome.reason);
        else if (outcome.status === 'held') hold(caller, outcome.reason);
        return outcome.status === 'undone';
      });
    } catch (error) {
      for (const { reject } of callers) reject(error);
      return [];
    }
  }

  /** Lets a caller wait behind the one about the same subject that is set aside. Returns false where there is none. */
  #joinAside(key: string, caller: Caller<Item, Result>): boolean {
    const aside = caller.subject === undefined ? undefined : this.#aside.get(`${key} ${caller.subject}`);
    aside?.push(caller);
    return aside !== undefined;
  }

  #setAside(key: string, caller: Caller<Item, Result>, reason: unknown): void {
    const name = `${key} ${caller.subject ?? `#${++this.#asideCount}`}`;
    const aside = this.#aside.get(name);
    if (aside) {
      aside.push(caller);
    } else if (this.#aside.size < this.#sizes.mostAside) {
      this.#aside.set(name, [caller]);
      void this.#runAside(key, name);
    } else {
      caller.reject(reason);
    }
  }

  async #runAside(key: string, name: string): Promise<void> {
    const waiting = this.#aside.get(name)!;
    while (waiting.length > 0) {
      const held: unknown[] = [];
      const undone = await this.#travel(key, waiting.splice(0, this.#sizes.largest), true, (caller, reason) => {
        held.push(reason);
        caller.reject(reason);
      });
      waiting.unshift(...undone);
      // The others would wait as long for the same lock.
      if (held.length > 0) for (const { reject } of waiting.splice(0)) reject(held[0]);
    }
    this.#aside.delete(name);
  }
}
