/**
 * Turns an uploaded picture into the files that pages show: turned upright, without EXIF, in the widths that pages need, as WebP and as
 * one JPEG or PNG for mails. Whatever else was in the file is lost, because every pixel is written anew.
 */
import { listPictureWidths } from '@feira/schemas/rules/picture';

/** The most pixels of a picture: more than a phone's camera takes, and some 160 MB of memory. */
export const MOST_PIXELS = 40_000_000;
const LONGEST_SECONDS = 20;

/** Loads the library at the first picture, so that a node starts faster. */
async function openSharp() {
  const { default: sharp } = await import('sharp');
  // Decoders that nobody needs are no way in: SVG, PDF and the like are refused by the library as well.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
let opened: ReturnType<typeof openSharp> | undefined;

export interface PictureFile {
  /** The last part of its key: `640.webp`. */
  name: string;
  contentType: string;
  body: Buffer;
}
export interface Picture {
  /** The last part of the key of the largest file, whose name says which others there are. */
  name: string;
  files: PictureFile[];
}

/** Returns why a file is no picture that can be shown, or the picture. `mostWidth` is in pixels. */
export async function makePicture(body: Buffer, mostWidth: number): Promise<Picture | 'BROKEN' | 'PIXELS'> {
  opened ??= openSharp();
  const sharp = await opened;
  try {
    // Reads the head of the file alone.
    const { width, height } = await sharp(body, { limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS) return 'PIXELS';
    return await writeSizes(sharp, body, mostWidth);
  } catch {
    return 'BROKEN';
  }
}

async function writeSizes(
  sharp: Awaited<ReturnType<typeof openSharp>>,
  body: Buffer,
  mostWidth: number,
): Promise<Picture> {
  const { data, info } = await sharp(body, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .timeout({ seconds: LONGEST_SECONDS })
    .autoOrient()
    .resize({ width: mostWidth, height: mostWidth * 2, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const open = () => sharp(data, { raw: { width, height, channels } });
  // Grey with transparency has two channels, colour with transparency four.
  const isTransparent = channels % 2 === 0;
  const largest = isTransparent ? open().png() : open().jpeg({ quality: 82, mozjpeg: true });
  const extension = isTransparent ? 'png' : 'jpg';
  const files: PictureFile[] = [
    {
      name: `${width}x${height}.${extension}`,
      contentType: isTransparent ? 'image/png' : 'image/jpeg',
      body: await largest.toBuffer(),
    },
  ];
  for (const size of listPictureWidths(width)) {
    const webp = await open().resize({ width: size }).webp({ quality: 80 }).toBuffer();
    files.push({ name: `${size}.webp`, contentType: 'image/webp', body: webp });
  }
  return { name: `${width}x${height}.${extension}`, files };
}

/** Returns the last parts of the keys of all files of a picture, made of the last part of its largest file's key. */
export const listFileNames = (name: string): string[] => [
  name,
  ...listPictureWidths(Number.parseInt(name, 10)).map((width) => `${width}.webp`),
];
