/** The place behind a page. */
export type Cursor = string | number;

/** A page of a list. */
export interface Page<Item> {
  items: Item[];
  /** The value of `after` for the page that follows; null on the last one. */
  next: Cursor | null;
}

/** The answer to a list: awaited, it is the first page; iterated over, it is every item of every page. */
export interface List<P extends Page<unknown>> extends PromiseLike<P>, AsyncIterable<P['items'][number]> {}

export function openList<P extends Page<unknown>>(
  read: (after: Cursor | undefined) => Promise<P>,
  after?: Cursor,
): List<P> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list can be awaited for its first page.
    then: (onPage, onError) => read(after).then(onPage, onError),
    async *[Symbol.asyncIterator]() {
      let cursor = after;
      do {
        const page = await read(cursor);
        yield* page.items;
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
    },
  };
}
