/** Returns the link back to the checkout of a cart. It names nothing of the buyer: the server fills the form from the cart. */
export function resumeUrlOf(platformUrl: string, resumeToken: string, coupon: string | null = null): string {
  const url = `${platformUrl}/checkout/resume/${resumeToken}`;
  return coupon ? `${url}?coupon=${encodeURIComponent(coupon)}` : url;
}
