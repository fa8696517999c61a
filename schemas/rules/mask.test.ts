import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caretAfterMask, maskCardNumber, maskCpfOrCnpj, maskExpiry, maskPhone, maskZipCode } from './mask.ts';

/** Types the text key by key through the mask, as a person with the caret at the end does. */
const type = (mask: (text: string) => string, text: string): string =>
  [...text].reduce((value, key) => mask(value + key), '');

/** Returns the field's text after each key. */
const showTyping = (mask: (text: string) => string, text: string): string[] => {
  let value = '';
  return [...text].map((key) => {
    value = mask(value + key);
    return value;
  });
};

describe('maskCpfOrCnpj', () => {
  it('adds each separator together with the digit behind it', () => {
    expect(showTyping(maskCpfOrCnpj, '52998224725')).toEqual([
      '5',
      '52',
      '529',
      '529.9',
      '529.98',
      '529.982',
      '529.982.2',
      '529.982.24',
      '529.982.247',
      '529.982.247-2',
      '529.982.247-25',
    ]);
  });

  it.each([
    ['11222333000181', '11.222.333/0001-81'],
    ['112223330001819', '11.222.333/0001-81'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['12a', '12.A'],
    ['529982247251', '52.998.224/7251'],
    ['12ABC34501DEX3Y5', '12.ABC.345/01DE-35'],
    ['529.982.247-25', '529.982.247-25'],
    ['ç529', '529'],
    ['', ''],
  ])('shows %j as %j', (text, masked) => {
    expect(maskCpfOrCnpj(text)).toBe(masked);
  });
});

describe('maskPhone', () => {
  it('follows a mobile number from the first digit on', () => {
    expect(showTyping(maskPhone, '11988887777')).toEqual([
      '(1',
      '(11',
      '(11) 9',
      '(11) 98',
      '(11) 988',
      '(11) 9888',
      '(11) 98888',
      '(11) 98888-7',
      '(11) 98888-77',
      '(11) 98888-777',
      '(11) 98888-7777',
    ]);
  });

  it.each([
    ['1138887777', '(11) 3888-7777'],
    ['119888877779', '(11) 98888-7777'],
    ['+55 11 98888-7777', '(11) 98888-7777'],
    ['5511988887777', '(11) 98888-7777'],
    ['551138887777', '(11) 3888-7777'],
    ['+559932227777', '(99) 3222-7777'],
    ['55988887777', '(55) 98888-7777'],
    ['559888877779', '(55) 98888-7777'],
    ['+55 (91) 3222-7777', '(91) 3222-7777'],
    ['559132227777', '(91) 3222-7777'],
    ['+55 (55) 98888-7777', '(55) 98888-7777'],
    ['0055 91 98888-7777', '(91) 98888-7777'],
    ['011 98888-7777', '(11) 98888-7777'],
    ['(011) 3888-7777', '(11) 3888-7777'],
    ['0 15 11 98888-7777', '(11) 98888-7777'],
    ['+55 (011) 98888-7777', '(11) 98888-7777'],
    ['１１９８８８８７７７７', '(11) 98888-7777'],
    ['+5', '+5'],
    ['+55 ', '+55'],
    ['+1 212 555 1234', '+12125551234'],
    ['', ''],
  ])('shows %j as %j', (text, masked) => {
    expect(maskPhone(text)).toBe(masked);
  });

  const areaCodes = [11, 21, 55, 91, 92, 93, 94, 95, 96, 97, 98, 99];
  it.each(areaCodes)(
    'shows the same number of area code %i, pasted and typed with the country or a trunk zero',
    (areaCode) => {
      const [mobile, landline] = [`(${areaCode}) 98888-7777`, `(${areaCode}) 3222-7777`];
      const written = (number: string) => [
        `+55 ${number}`,
        `55${number.replace(/\D/g, '')}`,
        `0${number.replace(/\D/g, '')}`,
        `+55 0${number}`,
      ];

      for (const text of written(mobile))
        expect([text, maskPhone(text), type(maskPhone, text)]).toEqual([text, mobile, mobile]);
      for (const text of written(landline))
        expect([text, maskPhone(text), type(maskPhone, text)]).toEqual([text, landline, landline]);
    },
  );

  it('shows a number of area code 55 with one digit too many as it is, and refuses none that is whole', () => {
    expect(type(maskPhone, '55988887777')).toBe('(55) 98888-7777');
    expect(type(maskPhone, '5532227777')).toBe('(55) 3222-7777');
    expect(type(maskPhone, '559888877779')).toBe('(55) 98888-7777');
  });
});

describe('maskZipCode and maskCardNumber', () => {
  it('group and cut', () => {
    expect(maskZipCode('01310')).toBe('01310');
    expect(maskZipCode('013101009')).toBe('01310-100');
    expect(maskCardNumber('4111111111111111')).toBe('4111 1111 1111 1111');
    expect(maskCardNumber('41111111111111112')).toBe('4111 1111 1111 1111');
    expect(maskCardNumber('41111')).toBe('4111 1');
    expect(maskCardNumber('4111')).toBe('4111');
  });
});

describe('maskExpiry', () => {
  it.each([
    ['1', '1'],
    ['12', '12'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['5', '05'],
    ['530', '05/30'],
    ['1/', '01'],
    ['1/30', '01/30'],
    ['05/2030', '05/30'],
    ['5/2030', '05/30'],
    ['05 / 30', '05/30'],
    ['05/20', '05/20'],
    ['05/203', '05/203'],
    ['01/3', '01/3'],
    ['12/2030', '12/30'],
    ['12 / 2030', '12/30'],
    ['12.2030', '12/30'],
    ['1-2030', '01/30'],
    ['122030', '12/30'],
    ['2030-12', '12/30'],
    ['2030/5', '05/30'],
    ['203005', '05/30'],
    ['2030-1', '2030-1'],
    ['12/20301', '12/30'],
    ['', ''],
  ])('shows %j as %j', (text, masked) => {
    expect(maskExpiry(text)).toBe(masked);
  });

  it('is typed with or without the slash', () => {
    const texts = [
      '0530',
      '530',
      '5/30',
      '05/30',
      '052030',
      '05/2030',
      '5/2030',
      '05 / 2030',
      '2030-05',
      '2030/5',
      '203005',
    ];
    for (const text of texts) expect([text, type(maskExpiry, text)]).toEqual([text, '05/30']);
    for (const text of ['12/2030', '12 / 2030', '2030-12'])
      expect([text, type(maskExpiry, text)]).toEqual([text, '12/30']);
  });

  it.each(['2030', '2030-1', '05/203'])('can be emptied with backspace from %s', (typed) => {
    let value = maskExpiry(typed);
    for (let presses = 0; presses < 10 && value; presses++) value = maskExpiry(value.slice(0, -1));

    expect(value).toBe('');
  });
});

describe('every mask', () => {
  const masks = { maskCpfOrCnpj, maskPhone, maskZipCode, maskCardNumber, maskExpiry };

  it.each(Object.entries(masks))('%s leaves its own output alone, whatever was typed', (_, mask) => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'0123456789 .-/()+aZ') }),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const once = mask(typed);

        expect(mask(once)).toBe(once);
      }),
    );
  });

  it.each(Object.entries(masks))('%s can be emptied with backspace', (_, mask) => {
    let value = mask('11988887777');
    for (let presses = 0; presses < 20 && value; presses++) value = mask(value.slice(0, -1));

    expect(value).toBe('');
  });
});

describe('caretAfterMask', () => {
  /** Inserts a key at the caret of a masked field and answers the field with | as its caret. */
  const insert = (mask: (text: string) => string, field: string, key: string): string => {
    const caret = field.indexOf('|');
    const raw = field.slice(0, caret) + key + field.slice(caret + 1);
    const next = mask(raw);
    const position = caretAfterMask(raw, next, caret + key.length);
    return `${next.slice(0, position)}|${next.slice(position)}`;
  };

  it.each([
    [maskCpfOrCnpj, '529|', '9', '529.9|'],
    [maskCpfOrCnpj, '5|29.982', '1', '51|2.998.2'],
    [maskCpfOrCnpj, '529|.982', '7', '529.7|98.2'],
    [maskCpfOrCnpj, '529.982.247-2|', '5', '529.982.247-25|'],
    [maskCpfOrCnpj, '529.9|82.247-25', '7', '52.997|.822/4725'],
    [maskPhone, '(11) 9|8888-777', '1', '(11) 91|888-8777'],
    [maskPhone, '(1|', '1', '(11|'],
    [maskPhone, '|(11) 98888-7777', '2', '(2|1) 19888-8777'],
    [maskPhone, '(11|) 98888-777', 'x', '(11|) 98888-777'],
    [maskCardNumber, '4111 1|111 1111', '2', '4111 12|11 1111 1'],
    [maskCardNumber, '4111| 1111', '2', '4111 2|111 1'],
    [maskExpiry, '|', '5', '05|'],
  ])('%o turns %j and the key %s into %j', (mask, field, key, expected) => {
    expect(insert(mask, field, key)).toBe(expected);
  });

  it('lets backspace cross a separator instead of sticking to it', () => {
    const raw = '529982';

    expect(caretAfterMask(raw, maskCpfOrCnpj(raw), 3)).toBe(3);
  });

  it('always answers a place inside the text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789 .-/()+aZ') });
    fc.assert(
      fc.property(text, fc.nat(30), (typed, caret) => {
        const next = maskPhone(typed);
        const position = caretAfterMask(typed, next, Math.min(caret, typed.length));

        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThanOrEqual(next.length);
      }),
    );
  });
});
