import { expect, it } from 'vitest';
import { whatsappLink } from './whatsapp.ts';

it.each(['(91) 98888-7777', '+55 91 98888-7777', '5591988887777', '091 98888-7777'])(
  'opens the same chat for %s',
  (phone) => {
    expect(whatsappLink(phone, 'Olá & bom dia?')).toBe(
      'https://wa.me/5591988887777?text=Ol%C3%A1%20%26%20bom%20dia%3F',
    );
  },
);

it.each(['', '(1) -1', '(11) 8888-7777', '+1 212 555 1234'])('opens none for %j', (phone) => {
  expect(whatsappLink(phone, 'Oi')).toBeNull();
});

it('opens none without a message', () => {
  expect(whatsappLink('(91) 98888-7777', '')).toBeNull();
});
