/** Draws the icon of an installed dashboard: the first letter of the platform's name on its colour, as a PNG, which every system takes. */
import { crc32, deflateSync } from 'node:zlib';
import { contrast, isColour } from '@feira/schemas/rules/colours';

/** The sizes that Android and iOS ask for, in pixels. */
export const ICON_SIZES = [180, 192, 512] as const;
export type IconSize = (typeof ICON_SIZES)[number];

const STANDARD_COLOUR = '#0b6e4f';
const INK = '#0b120f';

/** Returns the platform's own colour, else the standard one. */
export const appColourOf = (colour: string | undefined): string =>
  colour && isColour(colour) ? colour : STANDARD_COLOUR;

/** Each letter as strokes through points "xy", of a field that is 4 wide and 6 high. */
const STROKES: Record<string, string> = {
  A: '062046 1434',
  B: '00063645443303 0030414233',
  C: '4130100105163645',
  D: '00062644422000',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  H: '0006 4046 0343',
  I: '2026',
  J: '4045361605',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '100105163645413010',
  P: '06003041423303',
  Q: '100105163645413010 2446',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  0: '100105163645413010',
  1: '112026 1636',
  2: '01103041420646',
  3: '01103041423313 334445361605',
  4: '36300444',
  5: '400002324345361605',
  6: '4130100105163645443303',
  7: '004016',
  8: '100105163645413010 0343',
  9: '0516364541301001021343',
};
const WIDTH = 4;
const HEIGHT = 6;
/** Half of a stroke's width, on the same field. */
const RADIUS = 0.55;
/** The part of the icon that the letter takes. Systems cut icons down to a circle of 0.8. */
const SHARE = 0.42;

type Point = [x: number, y: number];
type Segment = [Point, Point];

function segmentsOf(letter: string): Segment[] {
  const strokes = STROKES[letter] ?? STROKES.O!;
  return strokes.split(' ').flatMap((stroke) => {
    const points = [...stroke.matchAll(/(\d)(\d)/g)].map(([, x, y]): Point => [Number(x), Number(y)]);
    return points.slice(1).map((point, index): Segment => [points[index]!, point]);
  });
}

function distanceTo([[ax, ay], [bx, by]]: Segment, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - at * dx, y - ay - at * dy);
}

const parse = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Returns the letter of a name, without its accent; a name without letters has a ring. */
export function initialOf(name: string): string {
  const plain = name.normalize('NFD').toUpperCase();
  return /[A-Z0-9]/.exec(plain)?.[0] ?? 'O';
}

export function drawIcon(letter: string, colour: string, size: number): Buffer {
  const ground = parse(colour);
  const ink = parse(contrast('#ffffff', colour) >= contrast(INK, colour) ? '#ffffff' : INK);
  const segments = segmentsOf(letter);
  const unit = (size * SHARE) / HEIGHT;
  const [left, top] = [(size - WIDTH * unit) / 2, (size - HEIGHT * unit) / 2];
  const rows = Buffer.alloc((size * 3 + 1) * size);
  let at = 0;
  for (let row = 0; row < size; row++) {
    // Each row begins with the number of its filter, which is none.
    rows[at++] = 0;
    for (let column = 0; column < size; column++) {
      const [x, y] = [(column + 0.5 - left) / unit, (row + 0.5 - top) / unit];
      const isNear = x > -1 && x < WIDTH + 1 && y > -1 && y < HEIGHT + 1;
      const distance = isNear ? Math.min(...segments.map((segment) => distanceTo(segment, x, y))) : RADIUS + 1;
      const share = Math.min(1, Math.max(0, (RADIUS - distance) * unit + 0.5));
      for (let part = 0; part < 3; part++)
        rows[at++] = Math.round(ground[part]! + (ink[part]! - ground[part]!) * share);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits for each of three colours.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
