/** The platform whose connections a page is about, and where its pages stand. */
export interface ConnectionPlace {
  /** The platform that calls name: none for the caller's own. */
  of: { platformId?: string };
  /** The address of the list, and its name on a way back to it. */
  list: string;
  listName: string;
  /** The address below which a connection stands by its id, and the form of a new one as /new. */
  base: string;
  /** The address where packages are installed, for those who may. */
  marketplace?: string;
}
