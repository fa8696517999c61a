import { describe, expect, it } from 'vitest';
import { type DirectLink, isPersonal, writeDirectLink } from './direct-link.ts';

const EMPTY: DirectLink = {
  url: 'https://pay.example.com/checkout/1',
  coupon: '',
  method: '',
  name: ' ',
  email: '',
  phone: '',
  source: '',
  campaign: '',
};

describe('writeDirectLink', () => {
  it('leaves out what is empty', () => {
    expect(writeDirectLink(EMPTY)).toBe('https://pay.example.com/checkout/1');
    expect(isPersonal(EMPTY)).toBe(false);
  });

  it('carries every choice under the name that the checkout reads', () => {
    const link = {
      ...EMPTY,
      coupon: 'VOLTA10',
      method: 'PIX',
      name: 'Ana & Bia',
      email: 'a+b@example.com',
      phone: '(11) 98765-4321',
      source: 'insta',
      campaign: 'natal 26',
    };

    expect(Object.fromEntries(new URL(writeDirectLink(link)).searchParams)).toEqual({
      coupon: 'VOLTA10',
      method: 'PIX',
      nome: 'Ana & Bia',
      email: 'a+b@example.com',
      telefone: '(11) 98765-4321',
      utm_source: 'insta',
      utm_campaign: 'natal 26',
    });
    expect(isPersonal(link)).toBe(true);
  });
});
