import { expect, it } from 'vitest';
import { findProblems } from './problems.ts';

const whatsapp = (phone: string) => ({ whatsapp: { phone, message: 'Oi', position: 'RIGHT' } as const });

it.each(['(11) 8888-7777', '(11) 98888-777', '+12125551234', '(20) 98888-7777'])(
  'finds that %s reaches nobody by WhatsApp',
  (phone) => {
    expect(findProblems(whatsapp(phone))).toEqual({ whatsapp: 'phone' });
  },
);

it.each(['(11) 98888-7777', '(11) 3222-7777', '11987654321', ''])('takes the WhatsApp number %j', (phone) => {
  expect(findProblems(whatsapp(phone))).toEqual({});
});
