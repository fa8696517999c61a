/** Returns whether the name ends in .pdf, in any case. */
export function isPdf(name: string): boolean {
  return /\.pdf$/i.test(name);
}
