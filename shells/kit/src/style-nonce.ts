/** The page's policy allows styles that carry this nonce. Scripts read it as a property, because browsers hide the attribute from them. */
export const STYLE_NONCE = globalThis.document?.querySelector<HTMLStyleElement>('style[nonce]')?.nonce ?? '';
