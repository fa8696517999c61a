interface Ids {
  [name: string]: unknown;
}

const ofText = (id: unknown) => (id === '' ? null : id);

/** An empty id of a pixel is none. */
export const withoutEmptyIds = <P extends Ids>(pixels: P): P =>
  Object.fromEntries(
    Object.entries(pixels).map(([name, ids]) => [name, Array.isArray(ids) ? ids.map(ofText) : ofText(ids)]),
  ) as P;
