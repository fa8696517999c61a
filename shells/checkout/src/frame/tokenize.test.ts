import { expect, it, vi } from 'vitest';
import { tokenizeCard } from './tokenize.ts';

it('hands the seller’s account to the tokenizer of the provider, with the key and the address, and takes the device from it', async () => {
  const tokenize = vi.fn(async () => ({ token: 'tok_1', fingerPrint: 'session-1' }));
  const receiver = { receiverId: 'rcv_1', receiverProvider: 'sandbox' };
  const config = {
    parentOrigin: 'https://pay.example.com',
    tokenization: 'browser' as const,
    offerId: 'offer-1',
    publicKey: 'pk_1',
    baseUrl: 'https://api.example.com',
    connectionId: 'connection-1',
    receiver,
    providerId: 'sandbox',
  };
  const text = { number: '4111 1111 1111 1111', holder: 'Maria Silva', expiry: '12/34', cvv: '123' };

  const made = await tokenizeCard(text, undefined, config, Promise.resolve({ tokenize }));

  expect(tokenize).toHaveBeenCalledWith(expect.objectContaining({ cardNumber: '4111111111111111' }), {
    publicKey: 'pk_1',
    baseUrl: 'https://api.example.com',
    receiver,
  });
  expect(made).toMatchObject({
    token: 'connection-1~tok_1',
    fingerPrints: [{ provider: 'sandbox', value: 'session-1' }],
  });
});
