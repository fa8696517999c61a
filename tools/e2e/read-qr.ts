/** Reads a QR code by its standard (ISO/IEC 18004), independently of the library that drew it. A file has no noise: nothing is corrected. */

/** For each version, with the error correction M: the blocks, and the bytes of data in each of them. */
const BLOCKS: Record<number, readonly [count: number, bytes: number]> = {
  1: [1, 16],
  2: [1, 28],
  3: [1, 44],
  4: [2, 32],
  5: [2, 43],
  6: [4, 27],
};
const FORMAT_MASK = 0x5412;
const BYTE_MODE = 4;
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Returns the text of a code whose rows have true for each dark module, without the quiet zone. */
export function readQr(rows: readonly (readonly boolean[])[]): string {
  const size = rows.length;
  const blocks = BLOCKS[(size - 17) / 4];
  const isDark = (x: number, y: number): boolean => rows[y]?.[x] ?? false;
  const formatAt = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((x) => [x, 8] as const),
    ...[7, 5, 4, 3, 2, 1, 0].map((y) => [8, y] as const),
  ];
  const format = formatAt.reduce((bits, [x, y]) => bits * 2 + Number(isDark(x, y)), 0) ^ FORMAT_MASK;
  if (!blocks || format >> 13 !== 0)
    throw new Error(`A code of ${size} modules with the format ${format} is not read.`);
  const isMasked = MASKS[(format >> 10) & 7]!;
  const isFunction = (x: number, y: number): boolean =>
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    x === 6 ||
    y === 6 ||
    (size > 21 && Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2);
  const bits: boolean[] = [];
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!isFunction(x, y)) bits.push(isDark(x, y) !== isMasked(x, y));
    }
    isUpward = !isUpward;
  }
  const [count, bytes] = blocks;
  const words = Array.from({ length: count * bytes }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((word, bit) => word * 2 + Number(bit), 0),
  );
  // The blocks are woven into each other, a byte of each in turn.
  const data = Array.from({ length: count }, (_, block) => words.filter((_, index) => index % count === block)).flat();
  const nibbles = data.flatMap((word) => [word >> 4, word & 15]);
  if (nibbles[0] !== BYTE_MODE) throw new Error(`The mode ${nibbles[0]} is not read.`);
  const length = nibbles[1]! * 16 + nibbles[2]!;
  const text = Array.from({ length }, (_, index) => nibbles[3 + index * 2]! * 16 + nibbles[4 + index * 2]!);
  return new TextDecoder().decode(Uint8Array.from(text));
}
