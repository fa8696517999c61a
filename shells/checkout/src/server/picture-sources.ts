import { findPictureSources } from '@feira/schemas/rules/picture';

/** The width at which the cover is drawn: see `.cover` in checkout.css. */
const COVER = '(max-width: 1000px) calc(100vw - 32px), 968px';
const IMAGE = /<img\b[^>]*?\ssrc="([^"]*)"[^>]*>/g;

/**
 * Adds the sizes of uploaded pictures to rendered markup, so that a phone does not load the largest one. The browser gets no code for
 * it: the renderer leaves attributes alone that it does not know of. Pictures without a known width, such as logos, stay as they are.
 */
export function addPictureSources(markup: string): string {
  const sizesOf = new Map<string, string>();
  for (const [image, address = ''] of markup.matchAll(IMAGE)) {
    const width = / width="([0-9]+)"/.exec(image)?.[1];
    const sizes = width ? `${width}px` : image.includes(' class="cover"') ? COVER : undefined;
    // A picture that is drawn twice is loaded once, as wide as its widest place.
    if (sizes && sizesOf.get(address) !== COVER) sizesOf.set(address, sizes);
  }
  return markup.replace(IMAGE, (image, address: string) => {
    const sizes = sizesOf.get(address);
    const srcSet = sizes && findPictureSources(address)?.srcSet;
    return srcSet ? `${image.replace(/\/?>$/, '')} srcset="${srcSet}" sizes="${sizes}"/>` : image;
  });
}
