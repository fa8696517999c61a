/** The short code by which people name an order, for example 7F3A-90C2: the random end of the sale's id. It opens nothing. */
export function orderCodeOf(saleId: string): string {
  const end = saleId.slice(-8).toUpperCase();
  return `${end.slice(0, 4)}-${end.slice(4)}`;
}
