const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])$/i;

/**
 * Returns whether mail can plausibly be sent to the address: ASCII, a dotted domain, the lengths of the mail standards. Quoted and
 * address-literal forms are refused on purpose: buyers do not use them and providers do not take them.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && text.lastIndexOf('@') <= 64 && ADDRESS.test(text);
}
