import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BrCodeInput, buildBrCode, crc16, parseBrCode } from './br-code.ts';

/** The example of the Central Bank's manual. */
const STATIC_CODE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
  '5913Fulano de Tal6008BRASILIA62070503***63041D3D';

const sign = (body: string): string => `${body}6304${crc16(`${body}6304`)}`;
const bodyOf = (code: string): string => code.slice(0, -8);

const base: BrCodeInput = { key: 'maria@example.com', merchantName: 'Loja da Maria', merchantCity: 'São Paulo' };

describe('crc16', () => {
  it('matches the check value of the algorithm', () => {
    expect(crc16('123456789')).toBe('29B1');
    expect(crc16('')).toBe('FFFF');
    expect(crc16(STATIC_CODE.slice(0, -4))).toBe('1D3D');
  });

  it('keeps leading zeros', () => {
    const text = Array.from({ length: 500 }, (_, index) => `feira${index}`).find(
      (candidate) => crc16(candidate) < '1000',
    );

    expect(crc16(text!)).toMatch(/^0[0-9A-F]{3}$/);
  });
});

describe('buildBrCode', () => {
  it("writes the Central Bank's example", () => {
    const code = buildBrCode({
      key: '123e4567-e12b-12d1-a456-426655440000',
      merchantName: 'Fulano de Tal',
      merchantCity: 'BRASILIA',
    });

    expect(code).toBe(STATIC_CODE);
  });

  it('writes a dynamic code as single use, without https://', () => {
    const code = buildBrCode({
      url: 'https://pix.example.com/qr/v2/9d36b84f',
      amount: 1,
      merchantName: 'Açaí do João',
      merchantCity: 'São José dos Campos',
    });

    expect(code).toMatch(/^00020101021226520014br\.gov\.bcb\.pix2530pix\.example\.com\/qr\/v2\/9d36b84f52040000/);
    expect(code).toContain('54040.01');
    expect(code).toContain('5912Acai do Joao6015Sao Jose dos Ca62070503***6304');
  });

  it.each([
    [1, '54040.01'],
    [99, '54040.99'],
    [100, '54041.00'],
    [123_456, '54071234.56'],
    [100_000_000_000, '54131000000000.00'],
  ])('writes %d cents as %s', (amount, field) => {
    expect(buildBrCode({ ...base, amount })).toContain(`${field}5802BR`);
  });

  it('cuts names and descriptions to what fits', () => {
    const code = buildBrCode({
      ...base,
      key: 'k'.repeat(60),
      merchantName: 'n'.repeat(40),
      description: 'd'.repeat(80),
    });

    expect(parseBrCode(code)).toMatchObject({ ok: true, merchantName: 'n'.repeat(25), description: 'd'.repeat(13) });
    expect(code).toContain('2699');
    expect(parseBrCode(buildBrCode({ ...base, key: 'k'.repeat(77), description: 'd' }))).not.toHaveProperty(
      'description',
    );
  });

  it('does not leave a space where a name was cut', () => {
    const code = buildBrCode({ ...base, merchantCity: 'Carapicuíba do Sul' });

    expect(code).toContain('6014Carapicuiba do62');
  });

  it.each([
    ['key or url', { key: undefined }],
    ['key or url', { url: 'pix.example.com/1' }],
    ['key or url', { key: 'chave com espaço' }],
    ['26', { key: 'k'.repeat(78) }],
    ['merchantName', { merchantName: '日本' }],
    ['merchantCity', { merchantCity: ' ' }],
    ['txid', { txid: 'com-hífen' }],
    ['txid', { txid: 'a'.repeat(26) }],
    ['amount', { amount: 0 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: 1.5 }],
    ['amount', { amount: Number.NaN }],
  ])('names %s when it cannot be written', (name, changes) => {
    expect(() => buildBrCode({ ...base, ...changes } as BrCodeInput)).toThrow(name);
  });
});

describe('parseBrCode', () => {
  it("reads the Central Bank's example", () => {
    const parsed = parseBrCode(` ${STATIC_CODE}\n`);

    expect(parsed).toMatchObject({
      ok: true,
      key: '123e4567-e12b-12d1-a456-426655440000',
      merchantName: 'Fulano de Tal',
      merchantCity: 'BRASILIA',
      isSingleUse: false,
    });
    expect(parsed).not.toHaveProperty('txid');
    expect(parsed).not.toHaveProperty('amount');
  });

  it('refuses a right CRC over a wrong length', () => {
    const trap = sign(bodyOf(STATIC_CODE).replace('62070503***', '62080503***'));

    expect(crc16(trap.slice(0, -4))).toBe(trap.slice(-4));
    expect(parseBrCode(trap)).toEqual({ ok: false, error: expect.stringContaining('length') });
  });

  it('refuses a wrong length inside a template', () => {
    expect(parseBrCode(sign(bodyOf(STATIC_CODE).replace('0503***', '0504***')))).toMatchObject({ ok: false });
    expect(parseBrCode(sign(bodyOf(STATIC_CODE).replace('0014br', '0015br')))).toMatchObject({ ok: false });
  });

  it('reads a composite code with a Pix Automático authorisation', () => {
    const recurrence = '0014br.gov.bcb.pix2521pix.example.com/rec/1';
    const body = `${bodyOf(STATIC_CODE)}80${recurrence.length}${recurrence}`;

    expect(parseBrCode(sign(body))).toMatchObject({ ok: true, recurrenceUrl: 'pix.example.com/rec/1' });
  });

  it("builds the Central Bank's codes of an agreement alone, and of a charge with one", () => {
    const merchant = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' };
    const recurrenceUrl = 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002';
    const alone =
      '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9';
    expect(bodyOf(buildBrCode({ ...merchant, recurrenceUrl }))).toBe(bodyOf(alone));

    const url = 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441';
    const both = parseBrCode(buildBrCode({ ...merchant, url, recurrenceUrl, amount: 15_000 }));
    expect(both).toMatchObject({ ok: true, url, recurrenceUrl, amount: 15_000 });
  });

  it.each([
    ['nothing', ''],
    ['other text', 'https://example.com'],
    ['no CRC', bodyOf(STATIC_CODE)],
    ['a wrong CRC', `${STATIC_CODE.slice(0, -1)}E`],
    ['text behind the CRC', `${STATIC_CODE}0`],
    ['a field behind the CRC', `${STATIC_CODE}6401x`],
    ['another currency', sign(bodyOf(STATIC_CODE).replace('5303986', '5303840'))],
    ['another country', sign(bodyOf(STATIC_CODE).replace('5802BR', '5802AR'))],
    ['another arrangement', sign(bodyOf(STATIC_CODE).replace('br.gov.bcb.pix', 'br.gov.bcb.xip'))],
    ['no name', sign(bodyOf(STATIC_CODE).replace('5913Fulano de Tal', ''))],
    ['an empty name', sign(bodyOf(STATIC_CODE).replace('5913Fulano de Tal', '5900'))],
    ['a comma in the amount', sign(bodyOf(STATIC_CODE).replace('5802BR', '540510,005802BR'))],
    ['a field twice', sign(`${bodyOf(STATIC_CODE)}5802BR`)],
    ['another version', sign(bodyOf(STATIC_CODE).replace('000201', '000202'))],
    ['an unknown point of initiation', sign(bodyOf(STATIC_CODE).replace('000201', '000201010213'))],
  ])('refuses %s', (_, code) => {
    expect(parseBrCode(code)).toEqual({ ok: false, error: expect.any(String) });
  });

  it.each([
    ['540510.00', 1_000],
    ['540410.5', 1_050],
    ['540210', 1_000],
    ['54040.01', 1],
  ])('reads the amount %s', (field, amount) => {
    expect(parseBrCode(sign(bodyOf(STATIC_CODE).replace('5802BR', `${field}5802BR`)))).toMatchObject({
      ok: true,
      amount,
    });
  });

  it('reads back what is built, and no code survives one changed character', () => {
    const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
    const word = (maxLength: number) => fc.string({ unit: letters, minLength: 1, maxLength });
    const input = fc.record(
      {
        key: word(77),
        amount: fc.integer({ min: 1, max: 100_000_000_000 }),
        merchantName: word(25),
        merchantCity: word(15),
        txid: word(25),
        isSingleUse: fc.boolean(),
      },
      { requiredKeys: ['key', 'merchantName', 'merchantCity', 'isSingleUse'] },
    );
    fc.assert(
      fc.property(input, fc.nat(), letters, (fields, seedIndex, letter) => {
        const code = buildBrCode(fields);
        const index = seedIndex % code.length;
        fc.pre(code[index] !== letter && !(index >= code.length - 4 && code[index] === letter.toUpperCase()));

        expect(parseBrCode(code)).toMatchObject({ ok: true, ...fields });
        expect(parseBrCode(code.slice(0, index) + letter + code.slice(index + 1)).ok).toBe(false);
      }),
    );
  });

  it('never throws on any text', () => {
    fc.assert(fc.property(fc.string(), (text) => parseBrCode(text).ok === false));
  });
});
