/**
 * The address of an uploaded picture says which sizes of it there are: `…/{key}/1280x720.jpg` is the largest one, in a format that every
 * browser and mail reader knows. Beside it stand `640.webp` and so on, one for each width, so a page needs nothing but the address.
 */

const WIDTHS = [160, 320, 640, 960, 1280] as const;
const PICTURE = /^(.*\/[0-9a-f]{32}\/)([0-9]+)x([0-9]+)\.(?:jpg|png)$/;

/** Returns the widths in which a picture is stored, in pixels. */
export const listPictureWidths = (width: number): number[] => [...WIDTHS.filter((smaller) => smaller < width), width];

export interface PictureSources {
  /** The WebP files with their widths, for the attribute `srcset`. */
  srcSet: string;
  /** The size of the largest file, in pixels. */
  width: number;
  height: number;
}

/** Returns the sizes of an uploaded picture; null for any other address. */
export function findPictureSources(address: string): PictureSources | null {
  const [, folder, width, height] = PICTURE.exec(address) ?? [];
  if (folder === undefined) return null;
  const srcSet = listPictureWidths(Number(width)).map((size) => `${folder}${size}.webp ${size}w`);
  return { srcSet: srcSet.join(', '), width: Number(width), height: Number(height) };
}
