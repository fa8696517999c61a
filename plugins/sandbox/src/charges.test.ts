import { sampleCardToken, sampleRefund } from '@feira/plugin-kit/testing';
import { isBoletoLine, lineToBarcode } from '@feira/schemas/rules/boleto';
import { parseBrCode } from '@feira/schemas/rules/br-code';
import { afterEach, describe, expect, it } from 'vitest';
import { type Market, type MarketOptions, openMarket, statusOf, WAYS } from './test-market.ts';

const markets: Market[] = [];
afterEach(async () => {
  for (const market of markets.splice(0)) await market.close();
});

describe.each(WAYS)('charges %s', (way) => {
  const open = async (options?: MarketOptions) => {
    const market = await openMarket(way, options);
    markets.push(market);
    return market;
  };
  const find = (market: Market, { transactionId }: { transactionId: string }) =>
    market.provider.getTransaction({ transactionId, reference: 'attempt-1', paymentMethod: 'PIX' });

  describe('PIX', () => {
    it('is waiting with a code banks accept until it is paid', async () => {
      const market = await open();

      const created = await market.charge('PIX', { amount: 1_990 });

      expect(created).toMatchObject({ providerStatus: 'waiting', amount: 1_990, paidAmount: 0, movements: [] });
      expect(parseBrCode(created.pixCode!)).toMatchObject({ ok: true, amount: 1_990, isSingleUse: true });
      await market.simulator.pay(created.transactionId);
      const paid = await find(market, created);
      expect(statusOf(paid)).toBe('APPROVED');
      expect(paid).toMatchObject({ paidAmount: 1_990, reference: 'attempt-1' });
      expect(paid!.movements).toEqual([{ id: expect.stringMatching(/^E\d{8}\d{12}\w{11}$/), amount: 1_990 }]);
    });

    it('tells the payment by a signed event that matches the charge', async () => {
      const market = await open();
      const created = await market.charge('PIX');

      await market.simulator.pay(created.transactionId);

      const paid = await find(market, created);
      expect(market.deliveries).toMatchObject([{ url: 'https://pay.example.com/webhooks/1' }]);
      expect(await market.readEvents()).toMatchObject([
        {
          subject: 'payment',
          event: 'charge.paid',
          transactionId: created.transactionId,
          reference: 'attempt-1',
          providerStatus: 'paid',
          paidAmount: 12_345,
          movements: paid!.movements,
        },
      ]);
    });

    it.each([
      ['twice', { times: 2 }, 24_690, 2],
      ['too little', { amount: 12_000 }, 12_000, 1],
      ['too much', { amount: 13_000 }, 13_000, 1],
    ])('can be paid %s', async (_what, options, paidAmount, movementCount) => {
      const market = await open();
      const created = await market.charge('PIX');

      await market.simulator.pay(created.transactionId, options);

      const paid = await find(market, created);
      expect(paid).toMatchObject({ providerStatus: 'paid', amount: 12_345, paidAmount });
      expect(new Set(paid!.movements?.map(({ id }) => id)).size).toBe(movementCount);
      expect(await market.readEvents()).toHaveLength(movementCount);
    });

    it('expires by the clock and can still be paid late', async () => {
      const market = await open();
      const created = await market.charge('PIX');
      market.wait(86_399);
      expect((await find(market, created))!.providerStatus).toBe('waiting');

      market.wait(1);
      const expired = await find(market, created);
      await market.simulator.pay(created.transactionId);
      const paid = await find(market, created);

      expect([statusOf(expired), statusOf(paid)]).toEqual(['REJECTED', 'APPROVED']);
      expect((await market.readEvents()).map(({ event }) => event)).toEqual(['charge.expired', 'charge.paid']);
    });

    it('is refused by the acquirer in another currency than BRL', async () => {
      const market = await open();

      const call = market.charge('PIX', { currency: 'USD' }, market.adapter);

      await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', outcome: 'REJECTED', status: 422 });
    });

    it('expires on demand, once', async () => {
      const market = await open();
      const created = await market.charge('PIX');

      await market.simulator.expire(created.transactionId);

      expect((await find(market, created))!.providerStatus).toBe('expired');
      await expect(market.simulator.expire(created.transactionId)).rejects.toThrow('à espera');
    });

    it('pays itself after autoPaySeconds', async () => {
      const market = await open({ settings: { autoPaySeconds: 30 } });
      const created = await market.charge('PIX');

      market.wait(29);
      const before = await find(market, created);
      market.wait(1);
      const [after, again] = await Promise.all([find(market, created), find(market, created)]);

      expect([statusOf(before), statusOf(after)]).toEqual(['PENDING', 'APPROVED']);
      expect(again!.movements).toEqual(after!.movements);
      expect(await market.readEvents()).toHaveLength(1);
    });
  });

  describe('boleto', () => {
    it('has a line, a barcode with the same digits and a page', async () => {
      const market = await open();

      const created = await market.charge('BILLET', { amount: 9_900 });

      expect(isBoletoLine(created.billetCode!)).toBe(true);
      expect(lineToBarcode(created.billetCode!)).toBe(created.billetBarcode);
      expect(created.billetUrl).toMatch(/\/boletos\/chg_\w+$/);
      const page = await market.context.http.request({ method: 'GET', path: `/boletos/${created.transactionId}` });
      expect(page.body).toContain('99,00');
      expect(page.body).not.toContain('Maria');
    });

    it('is refused without a document', async () => {
      const market = await open();

      const customer = { name: 'Maria Silva', email: 'maria@example.com' };
      const call = market.charge('BILLET', { customer }, market.adapter);

      await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', outcome: 'REJECTED', status: 422 });
    });
  });

  describe('card', () => {
    const pay = async (market: Market, number: string, installments = 1) =>
      market.charge('CREDIT_CARD', { cardToken: await market.tokenize(number), installments });

    it.each([
      ['4111111111111111', 'APPROVED', undefined, 'visa'],
      ['5555555555554444', 'APPROVED', undefined, 'mastercard'],
      ['4000000000000010', 'REJECTED', 'Saldo ou limite insuficiente.', 'visa'],
      ['4000000000000028', 'REJECTED', 'Cartão roubado ou perdido.', 'visa'],
      ['4000000000000036', 'REJECTED', 'Código de segurança não confere.', 'visa'],
    ])('%s is %s at once', async (number, status, reason, cardBrand) => {
      const market = await open();

      const result = await pay(market, number, 12);

      expect(statusOf(result)).toBe(status);
      expect(result).toMatchObject({ cardBrand, cardLastDigits: number.slice(-4), ...(reason ? { reason } : {}) });
      expect(result.paidAmount).toBe(status === 'APPROVED' ? 12_345 : 0);
    });

    it.each([
      ['4000000000000044', 'processing', 'paid', 'charge.paid'],
      ['4000000000000051', 'processing', 'refused', 'charge.refused'],
      ['4000000000000069', 'paid', 'charged_back', 'charge.charged_back'],
    ])('%s goes from %s to %s', async (number, first, second, event) => {
      const market = await open();

      const created = await pay(market, number);
      market.wait(5);
      const later = await find(market, created);

      expect([created.providerStatus, later!.providerStatus]).toEqual([first, second]);
      expect((await market.readEvents()).map((read) => read.event)).toEqual([event]);
    });

    it('4000000000000077 is charged, but the answer comes too late', async () => {
      const market = await open();
      const cardToken = await market.tokenize('4000000000000077');
      const call = market.charge('CREDIT_CARD', { cardToken }, market.withDeadline(1_000));

      await expect(call).rejects.toMatchObject({ outcome: 'UNKNOWN' });

      const found = await market.provider.getTransaction({ reference: 'attempt-1', paymentMethod: 'CREDIT_CARD' });
      expect(statusOf(found)).toBe('APPROVED');
    });

    it('spends a token once', async () => {
      const market = await open();
      const cardToken = await market.tokenize('4111111111111111');
      await market.charge('CREDIT_CARD', { cardToken });

      const second = market.charge('CREDIT_CARD', { cardToken });

      await expect(second).rejects.toMatchObject({ outcome: 'REJECTED', status: 422 });
      expect(await market.simulator.listCharges(10)).toHaveLength(1);
    });

    it.each(['EUR', 'USD'] as const)('is charged in %s, at once', async (currency) => {
      const market = await open();
      const charge = async (installments: number) =>
        market.charge('CREDIT_CARD', { cardToken: await market.tokenize('4111111111111111'), currency, installments });

      const { transactionId } = await charge(1);

      expect(await market.simulator.getCharge(transactionId)).toMatchObject({ amount: 12_345, currency });
      await expect(charge(2)).rejects.toMatchObject({ outcome: 'NOT_SENT' });
    });

    it('charges a stored card again and again', async () => {
      const market = await open();
      const cardToken = await market.tokenize('4111111111111111');
      const stored = await market.provider.createCardId(sampleCardToken({ card: undefined, cardToken }));

      const first = await market.charge('CREDIT_CARD', { cardToken: undefined, cardId: stored.token });
      const second = await market.charge('CREDIT_CARD', { cardToken: undefined, cardId: stored.token });

      expect([statusOf(first), statusOf(second)]).toEqual(['APPROVED', 'APPROVED']);
      expect(stored).toMatchObject({ cardBrand: 'visa', cardLastDigits: '1111', cardExpiry: '2034-12' });
    });

    it('charges a stored card while its owner is away only under an agreement that a charge of theirs with this card began', async () => {
      const market = await open();
      const store = async () =>
        (
          await market.provider.createCardId(
            sampleCardToken({ card: undefined, cardToken: await market.tokenize('4111111111111111') }),
          )
        ).token;
      const [cardId, other] = [await store(), await store()];
      const charge = (changes: object) =>
        market.charge('CREDIT_CARD', { cardToken: undefined, cardId, agreement: 'subscription-1', ...changes });
      const initiator = 'MERCHANT';

      await expect(charge({ initiator })).rejects.toMatchObject({ outcome: 'REJECTED' });
      await charge({ initiator: 'BUYER' });
      const later = await charge({ initiator });

      expect(statusOf(later)).toBe('APPROVED');
      expect(await market.simulator.getCharge(later.transactionId)).toMatchObject({
        initiator,
        agreement: 'subscription-1',
      });
      await expect(charge({ initiator, cardId: other })).rejects.toMatchObject({ outcome: 'REJECTED' });
      await expect(charge({ initiator, agreement: 'subscription-2' })).rejects.toMatchObject({ outcome: 'REJECTED' });
    });

    it('charges a stored card no more once it is deleted', async () => {
      const market = await open();
      const cardToken = await market.tokenize('4111111111111111');
      const { token: cardId } = await market.provider.createCardId(sampleCardToken({ card: undefined, cardToken }));

      const answers = [await market.provider.deleteCard({ cardId }), await market.provider.deleteCard({ cardId })];

      expect(answers).toEqual([{}, null]);
      await expect(market.charge('CREDIT_CARD', { cardToken: undefined, cardId })).rejects.toMatchObject({
        outcome: 'REJECTED',
      });
    });

    it('tells why a card cannot become a token, as a result', async () => {
      const market = await open();
      const card = { ...sampleCardToken().card!, cardNumber: '4111111111111112' };

      const refused = await market.provider.createCardToken(sampleCardToken({ card }));
      const expired = await market.provider.createCardToken(
        sampleCardToken({ card: { ...card, cardNumber: '4111111111111111', expYear: 20 } }),
      );

      expect([refused.refusedReason, expired.refusedReason]).toEqual(['Número de cartão inválido.', 'Cartão vencido.']);
    });

    it('asks for a token before calling anybody', async () => {
      const market = await open();

      const call = market.charge('CREDIT_CARD', { cardToken: undefined });

      await expect(call).rejects.toMatchObject({
        outcome: 'NOT_SENT',
        message: 'Card token is required for credit card payments.',
      });
      expect(market.context.exchanges).toEqual([]);
    });
  });

  describe('refund', () => {
    const paid = async (market: Market) => {
      const created = await market.charge('PIX', { amount: 10_000 });
      await market.simulator.pay(created.transactionId);
      return created;
    };
    const refund = (market: Market, transactionId: string, amount: number, reference = `refund-${amount}`) =>
      market.provider.refund(sampleRefund({ transactionId, amount, reference, isFull: amount === 10_000 }));

    it('returns parts until the whole is back, and never more', async () => {
      const market = await open();
      const { transactionId } = await paid(market);

      const part = await refund(market, transactionId, 4_000);
      const halfway = await find(market, { transactionId });
      const tooMuch = await refund(market, transactionId, 6_001);
      const rest = await refund(market, transactionId, 6_000);
      const whole = await find(market, { transactionId });

      expect([part.status, tooMuch.status, rest.status]).toEqual(['DONE', 'REFUSED', 'DONE']);
      expect([statusOf(halfway), halfway!.refundedAmount]).toEqual(['APPROVED', 4_000]);
      expect([statusOf(whole), whole!.refundedAmount]).toEqual(['REFUNDED', 10_000]);
    });

    it('answers the same refund for the same reference', async () => {
      const market = await open();
      const { transactionId } = await paid(market);

      const first = await refund(market, transactionId, 4_000, 'same');
      const second = await refund(market, transactionId, 4_000, 'same');

      expect(second).toEqual(first);
      expect((await find(market, { transactionId }))!.refundedAmount).toBe(4_000);
    });

    it('confirms a pending one later and tells it', async () => {
      const market = await open({ settings: { refundOutcome: 'pending' } });
      const { transactionId } = await paid(market);

      const pending = await refund(market, transactionId, 10_000);
      const before = await find(market, { transactionId });
      market.wait(5);
      const after = await find(market, { transactionId });

      expect(pending.status).toBe('PENDING');
      expect([before!.refundedAmount, after!.refundedAmount]).toEqual([0, 10_000]);
      expect((await market.readEvents()).at(-1)).toMatchObject({ event: 'charge.refunded', refundedAmount: 10_000 });
    });

    it('reserves what is pending', async () => {
      const market = await open({ settings: { refundOutcome: 'pending' } });
      const { transactionId } = await paid(market);
      await refund(market, transactionId, 6_000);

      expect(await refund(market, transactionId, 4_001)).toMatchObject({ status: 'REFUSED' });
    });

    it('can be refused', async () => {
      const market = await open({ settings: { refundOutcome: 'refused' } });
      const { transactionId } = await paid(market);

      const refused = await refund(market, transactionId, 10_000);

      expect(refused).toMatchObject({ status: 'REFUSED', reason: 'Saldo insuficiente na conta do adquirente.' });
      expect(statusOf(await find(market, { transactionId }))).toBe('APPROVED');
    });

    it('never pays back more than came in when many ask at once', async () => {
      const market = await open();
      const { transactionId } = await paid(market);

      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => refund(market, transactionId, 1_000, `refund-${index}`)),
      );

      expect(answers.filter(({ status }) => status === 'DONE')).toHaveLength(10);
      expect((await find(market, { transactionId }))!.refundedAmount).toBe(10_000);
    });
  });

  describe('lost answers', () => {
    it('are found again by reference', async () => {
      const market = await open();
      market.addFault({ kind: 'lose-answer', times: 1, match: 'POST /charges' });
      await expect(market.charge('PIX')).rejects.toMatchObject({ outcome: 'UNKNOWN' });

      const found = await market.provider.getTransaction({ reference: 'attempt-1', paymentMethod: 'PIX' });
      const missing = await market.provider.getTransaction({ reference: 'attempt-2', paymentMethod: 'PIX' });

      expect(found).toMatchObject({ reference: 'attempt-1', providerStatus: 'waiting' });
      expect(missing).toBeNull();
    });

    it('do not charge twice when the same attempt comes again', async () => {
      const market = await open();
      market.addFault({ kind: 'half-body', times: 1, match: 'POST /charges' });
      const same = { reference: 'attempt-x' };
      await expect(market.charge('PIX', same)).rejects.toMatchObject({ outcome: 'UNKNOWN' });

      const answers = await Promise.all([market.charge('PIX', same), market.charge('PIX', same)]);

      expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
      expect(await market.simulator.listCharges(10)).toHaveLength(1);
    });

    it('make a key with another body a mistake', async () => {
      const market = await open();
      await market.charge('PIX', { reference: 'attempt-x', amount: 100 });

      const other = market.charge('PIX', { reference: 'attempt-x', amount: 200 });

      await expect(other).rejects.toMatchObject({ outcome: 'UNKNOWN', status: 409 });
    });
  });

  it('answers null for a charge nobody made', async () => {
    const market = await open();

    expect(await find(market, { transactionId: 'chg_none' })).toBeNull();
  });

  it('plays a wrong amount and an unknown word in answers and events', async () => {
    const market = await open();
    market.addFault({ kind: 'wrong-amount', times: 1, match: 'POST /charges' });
    market.addFault({ kind: 'unknown-status', times: 1, match: 'POST /charges' });

    const wrongAmount = await market.charge('PIX');
    const unknownWord = await market.charge('PIX');
    await market.simulator.pay(wrongAmount.transactionId);

    expect(wrongAmount.amount).toBe(12_346);
    expect(unknownWord.providerStatus).toBe('quarantined');
    expect(await market.readEvents()).toMatchObject([{ amount: 12_346, paidAmount: 12_346 }]);
    expect(await market.simulator.getCharge(wrongAmount.transactionId)).toMatchObject({ amount: 12_345 });
  });

  it('refuses a wrong key', async () => {
    const market = await open();

    const call = market.context.http.request({ method: 'GET', path: '/charges/x', auth: 'none' });

    await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
  });
});
