/** Counts the tries of cards that this node is making, by offer, whose results nobody knows yet. */
export class CardsUnderWay {
  readonly #counts = new Map<string, number>();

  /** Returns the number of tries of the offer besides the caller's own. */
  count(offerId: string): number {
    return Math.max(0, (this.#counts.get(offerId) ?? 0) - 1);
  }

  /** Counts a try, and returns the function that ends it. */
  enter(offerId: string): () => void {
    this.#counts.set(offerId, (this.#counts.get(offerId) ?? 0) + 1);
    return () => {
      const left = (this.#counts.get(offerId) ?? 1) - 1;
      if (left > 0) this.#counts.set(offerId, left);
      else this.#counts.delete(offerId);
    };
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    cardsUnderWay: CardsUnderWay;
  }
}
