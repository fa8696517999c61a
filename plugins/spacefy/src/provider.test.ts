import { sampleTransaction } from '@feira/plugin-kit/testing';
import { expect, it } from 'vitest';
import { openInferred, testMember } from '../../family-hopy/src/test-members.ts';

testMember(import.meta.url, 'secretKey');

it('sends a card as its holder typed it, with a year of four digits', async () => {
  const answer = { id: 282, status: 'refused', amount: 12_345, refusedReason: 'Sem limite', card: null };
  const { provider, sent } = await openInferred(import.meta.url, { secretKey: 'invented-key-0001' }, [
    { status: 200, body: answer },
  ]);
  const card = { cardNumber: '4111111111111111', holderName: 'ANA', expMonth: 7, expYear: 34, cvv: '123' };
  const charge = await provider.createTransaction(
    sampleTransaction('CREDIT_CARD', { card, cardToken: undefined, installments: 12 }),
  );
  expect(sent[0]!.body).toMatchObject({
    paymentMethod: 'credit_card',
    installments: 12,
    card: { number: '4111111111111111', holderName: 'ANA', expirationMonth: 7, expirationYear: 2034, cvv: '123' },
  });
  expect(charge).toMatchObject({ providerStatus: 'refused', reason: 'Sem limite' });
});
