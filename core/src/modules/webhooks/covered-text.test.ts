import { describe, expect, it } from 'vitest';
import { coverFields, coverText } from './covered-text.ts';

const cover = (value: unknown) => JSON.parse(coverText(JSON.stringify(value)));

describe('coverText', () => {
  it.each([
    ['a CPF', '52998224725'],
    ['a CPF that nobody has', '12345678900'],
    ['a formatted CPF', '529.982.247-25'],
    ['a CPF with spaces', '529 982 247 25'],
    ['a CNPJ', '11222333000181'],
    ['a formatted CNPJ', '11.222.333/0001-81'],
    ['a CNPJ with letters', '12ABC34501DE35'],
    ['a formatted CNPJ with letters', '12.ABC.345/01DE-35'],
    ['a card number', '4111111111111111'],
    ['a card number in groups', '4111 1111 1111 1111'],
    ['a card number with dashes', '5555-5555-5555-4444'],
    ['an American Express card', '3782 822463 10005'],
  ])('covers %s, alone and in a sentence', (_what, number) => {
    expect(cover({ a: number })).toEqual({ a: '***' });
    expect(cover({ a: `O número ${number} é inválido.` })).toEqual({ a: 'O número *** é inválido.' });
    expect(coverText(`numero: ${number}, obrigado`)).toBe('numero: ***, obrigado');
  });

  it('keeps JSON JSON where a number stands without quotes', () => {
    expect(cover({ cpf: 52998224725, list: [4111111111111111, 7], other: 52998224725 })).toEqual({
      cpf: '***',
      list: ['***', 7],
      other: '***',
    });
  });

  it('covers e-mails up to their host', () => {
    expect(cover({ email: 'joão.silva+x@example.com.br', text: 'de a@b.example para c@d.example' })).toEqual({
      email: '***@example.com.br',
      text: 'de ***@b.example para ***@d.example',
    });
  });

  it.each(['token', 'creditCardToken', 'access_token', 'client_secret', 'api-key', 'password', 'cvv', 'card_number'])(
    'covers whatever stands under the name %s',
    (name) => {
      expect(cover({ [name]: 'tok_live "quoted" \\' })).toEqual({ [name]: '***' });
      expect(cover({ [name]: 123 })).toEqual({ [name]: '***' });
      expect(coverText(`event=paid&${name}=abc%20def&x=1`)).toBe(`event=paid&${name}=***&x=1`);
    },
  );

  it('sees through escapes', () => {
    expect(coverText('{"a":"joao\\u0040example.com","b":"11.222.333\\/0001-81","c":"5299822472\\u0035"}')).toBe(
      '{"a":"***@example.com","b":"***","c":"***"}',
    );
  });

  it('covers the key inside of a PIX code', () => {
    const code = '00020126330014br.gov.bcb.pix0111529982247255204000053039865802BR';

    expect(coverText(JSON.stringify({ code }))).not.toContain('52998224725');
    expect(cover({ code }).code).toContain('br.gov.bcb.pix0111***5204000053039865802BR');
  });

  it('keeps what is looked for', () => {
    const event = {
      id: 'evt_05b708f961d739ea7eba7e4db318f621&368604920',
      event: 'PAYMENT_RECEIVED',
      dateCreated: '2026-11-21 10:00:00',
      at: 1_700_000_000_001,
      payment: {
        id: 'pay_080225913252',
        value: 120.5,
        reference: '01930000-0000-7000-8000-000000000001',
        quote: 'a "b" \\ c',
      },
      data: { id: '12345678901', collector_id: 12345678902, e2e: 'E18236120202611211200s0000000001' },
    };

    expect(cover(event)).toEqual(event);
  });

  it('takes a document for one under the name of an id, too', () => {
    expect(cover({ customer_id: '52998224725', id: 11222333000181 })).toEqual({ customer_id: '***', id: '***' });
  });
});

describe('coverFields', () => {
  it('covers by name and by value', () => {
    expect(
      coverFields({
        'asaas-access-token': 'abc',
        authorization: 'hmac-sha256:00',
        'x-signature': 'ts=1,v1=ab',
        from: 'a@b.example',
        document: 'x',
        'data.id': '12345678901',
      }),
    ).toEqual({
      'asaas-access-token': '***',
      authorization: '***',
      'x-signature': 'ts=1,v1=ab',
      from: '***@b.example',
      document: '***',
      'data.id': '***',
    });
  });
});
