/** Counts in memory and writes the counts together, so that what is counted never waits for the database. */

/** The time between two writes. A node that dies loses the counts of this time. */
const WRITE_MS = 5_000;

interface Writer {
  write: (platformId: string, counts: ReadonlyMap<string, number>) => Promise<unknown>;
  onError: (error: unknown) => void;
}

export class BatchedCounts {
  readonly #writer: Writer;
  /** Counts by platform, and by the name of what is counted. */
  #counts = new Map<string, Map<string, number>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  add(platformId: string, name: string, count = 1): void {
    const counts = this.#counts.get(platformId) ?? new Map<string, number>();
    this.#counts.set(platformId, counts);
    counts.set(name, (counts.get(name) ?? 0) + count);
    this.#timer ??= setTimeout(() => void this.write(), WRITE_MS).unref();
  }

  /** Writes what was counted. Counts that cannot be written are kept for the next time. */
  async write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const all = this.#counts;
    this.#counts = new Map();
    for (const [platformId, counts] of all) {
      try {
        await this.#writer.write(platformId, counts);
      } catch (error) {
        this.#writer.onError(error);
        for (const [name, count] of counts) this.add(platformId, name, count);
      }
    }
  }

  async close(): Promise<void> {
    await this.write();
    if (this.#timer) clearTimeout(this.#timer);
  }
}
