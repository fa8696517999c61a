/** Opens the cards that browsers seal for the simulator, with a key that was made up for it and protects nothing. */

const KEY = {
  publicKey:
    'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC6Mt2tu88/M6/sQ0+EFdCyjQ+1996WOducmMKMZW/EEYfFyadpimiy8UsyOnq6' +
    'Bh9X9tzHew8ya482UZA45aFf/AlBkm9MQeYM7++2N+ffRpxq0//mY9dc1sHARb/2mH8UpuJNqr478XAn/J/loz7qS60A+NvVatp+' +
    '577XJZ+hiQIDAQAB',
  modulus:
    'ba32ddadbbcf3f33afec434f8415d0b28d0fb5f7de9639db9c98c28c656fc41187c5c9a7698a68b2f14b323a7aba061f57f6' +
    'dcc77b0f326b8f36519038e5a15ffc0941926f4c41e60cefefb637e7df469c6ad3ffe663d75cd6c1c045bff6987f14a6e24d' +
    'aabe3bf17027fc9fe5a33eea4bad00f8dbd56ada7ee7bed7259fa189',
  secret:
    '4482c6d25012779cdb1441c8163fb8a49a06b7dbd648cc4d2417892e037cd655e4f13fbb9bb7d3c253ca6956df25676f4cfc' +
    '864bd7d9c5a191f658988a76e3a33ec4b5406e63d975355929aeaf7895fa9374c5efdbe6ebfed7ecd51ec5376179eabfd7f1' +
    'd29a374de4f3f94d7494b4d93e91ef7faed5cedeaefb4f68c38da0a1',
};
export const PUBLIC_KEY = KEY.publicKey;

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

const fromHex = (text: string) => BigInt(`0x${text}`);

/** Returns the number of a sealed card, or undefined for what is none. */
export function openCard(sealed: string): string | undefined {
  const cipher = Buffer.from(sealed, 'base64').toString('hex');
  if (cipher.length !== KEY.modulus.length) return undefined;
  const block = power(fromHex(cipher), fromHex(KEY.secret), fromHex(KEY.modulus)).toString(16);
  const [padding, text] = Buffer.from(block.padStart(KEY.modulus.length, '0'), 'hex')
    .toString('latin1')
    .slice(2)
    .split('\0');
  return padding && text ? /^(\d{13,19});/.exec(text)?.[1] : undefined;
}
