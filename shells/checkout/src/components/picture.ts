/** Returns the address of a seller's picture; nothing when there is none or the seller wrote the word that hides it. */
export function pictureUrl(url: string | null | undefined): string | undefined {
  return url && url !== 'remove' ? url : undefined;
}
