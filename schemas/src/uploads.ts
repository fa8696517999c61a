/** Declares the kinds of files that may be uploaded, their uploaders and their largest sizes. */
import type { Access } from './procedure.ts';
import { adminWith } from './procedure.ts';

const PLATFORM = adminWith('isConfigAvailable');
const SELLING: Access = { kind: 'role', roles: ['seller', 'admin'], permission: 'isProductsAvailable' };

interface PictureKind {
  access: Access;
  /** Larger pictures are made smaller, because no page shows more pixels. */
  mostWidth: number;
}

/** The pictures that every visitor may load. */
export const PICTURE_KINDS = {
  PRODUCT_COVER: { access: SELLING, mostWidth: 1_280 },
  ORDER_BUMP: { access: SELLING, mostWidth: 640 },
  CHECKOUT_BANNER: { access: SELLING, mostWidth: 1_920 },
  CHECKOUT_LOGO: { access: SELLING, mostWidth: 640 },
  FEEDBACK: { access: SELLING, mostWidth: 320 },
  PLATFORM_LOGO: { access: PLATFORM, mostWidth: 640 },
  PLATFORM_ICON: { access: PLATFORM, mostWidth: 320 },
  PLATFORM_BANNER: { access: PLATFORM, mostWidth: 1_920 },
} as const satisfies Record<string, PictureKind>;
export type PictureUploadKind = keyof typeof PICTURE_KINDS;
export const PICTURE_UPLOAD_KINDS = Object.keys(PICTURE_KINDS) as PictureUploadKind[];

/** A private file, which buyers of a product download. */
export const PRODUCT_FILE = 'PRODUCT_FILE';
export type UploadKind = PictureUploadKind | typeof PRODUCT_FILE;

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const MOST_PICTURE_BYTES = 10_485_760;

/** The most that one person may upload in 24 hours. LIMIT_FACTOR multiplies both. */
export const UPLOADS_A_DAY = 200;
export const BYTES_A_DAY = 5_368_709_120;
