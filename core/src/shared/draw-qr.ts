import { encode } from 'uqr';

/** Draws a QR code as one SVG path of horizontal runs, with the four-module quiet zone that the standard asks for. */
export function drawQr(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const start = x;
      while (x < size && row[x]) x++;
      path += `M${start} ${y}h${x - start}v1H${start}z`;
    }
  });
  return { path, size };
}
