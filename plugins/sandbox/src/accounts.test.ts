import { mapStatus } from '@feira/plugin-kit';
import { sampleReceiver, sampleWithdraw } from '@feira/plugin-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type Market, manifest, openMarket, WAYS } from './test-market.ts';

const markets: Market[] = [];
afterEach(async () => {
  for (const market of markets.splice(0)) await market.close();
});

const withdrawStatus = (result: { providerStatus: string } | null) =>
  mapStatus(manifest.status.withdraw!, result?.providerStatus ?? '').status;
const receiverStatus = (result: { providerStatus: string } | null) =>
  mapStatus(manifest.status.receiver!, result?.providerStatus ?? '').status;

describe.each(WAYS)('accounts %s', (way) => {
  const open = async () => {
    const market = await openMarket(way);
    markets.push(market);
    return market;
  };

  describe('withdraw', () => {
    it.each([
      ['maria@example.com', 'APPROVED', 'APPROVED'],
      ['refused@example.com', 'REJECTED', 'REJECTED'],
      ['canceled@example.com', 'CANCELED', 'CANCELED'],
      ['pending@example.com', 'PENDING', 'PENDING'],
      ['slow@example.com', 'PENDING', 'APPROVED'],
      ['bounced@example.com', 'PENDING', 'REJECTED'],
    ])('to the PIX key %s is %s, then %s', async (pixKey, first, second) => {
      const market = await open();

      const created = await market.provider.withdraw(sampleWithdraw('PIX', { pixKey }));
      market.wait(5);
      const later = await market.provider.getWithdraw({
        withdrawId: created.withdrawId,
        withdrawReference: 'withdraw-0001',
      });

      expect([withdrawStatus(created), withdrawStatus(later)]).toEqual([first, second]);
      expect(created).toMatchObject({ amount: 5_000, reference: 'withdraw-0001' });
      expect(later!.approvedAt === undefined).toBe(second !== 'APPROVED');
    });

    it.each([
      ['123456', 'APPROVED'],
      ['120001', 'REJECTED'],
      ['120002', 'PENDING'],
      ['120004', 'CANCELED'],
      ['120005', 'PENDING'],
      ['120009', 'APPROVED'],
    ])('to the bank account %s is %s', async (accountNumber, status) => {
      const market = await open();

      const created = await market.provider.withdraw(sampleWithdraw('BANK_ACCOUNT', { accountNumber }));

      expect(withdrawStatus(created)).toBe(status);
    });

    it('is made once however often it is asked for, and found by reference', async () => {
      const market = await open();
      market.addFault({ kind: 'lose-answer', times: 1, match: 'POST /transfers' });
      await expect(market.provider.withdraw(sampleWithdraw('PIX'))).rejects.toMatchObject({ outcome: 'UNKNOWN' });

      const found = await market.provider.getWithdraw({ withdrawReference: 'withdraw-0001' });
      const again = await market.provider.withdraw(sampleWithdraw('PIX'));

      expect(again.withdrawId).toBe(found!.withdrawId);
      expect(await market.provider.getWithdraw({ withdrawReference: 'other' })).toBeNull();
    });

    it('is paid without an answer, never heard of, or taken only the second time, as its name says', async () => {
      const market = await open();
      const send = (name: string) =>
        market.provider.withdraw(sampleWithdraw('PIX', { pixKey: `${name}@example.com`, withdrawReference: name }));
      const find = (name: string) => market.provider.getWithdraw({ withdrawReference: name });

      await expect(send('lost')).rejects.toMatchObject({ outcome: 'UNKNOWN' });
      expect(withdrawStatus(await find('lost'))).toBe('APPROVED');
      await expect(send('dropped')).rejects.toMatchObject({ outcome: 'UNKNOWN' });
      expect(await find('dropped')).toBeNull();
      await expect(send('busy')).rejects.toMatchObject({ code: 'UNAVAILABLE', outcome: 'NOT_SENT' });
      expect(await find('busy')).toBeNull();
      expect(withdrawStatus(await send('busy'))).toBe('APPROVED');
    });

    it('tells a later payment to the registered address', async () => {
      const market = await open();
      await market.provider.ensureWebhook({ webhookUrl: 'https://pay.example.com/webhooks/account' });
      const { withdrawId } = await market.provider.withdraw(sampleWithdraw('PIX', { pixKey: 'slow@example.com' }));

      market.wait(5);
      await Promise.all([
        market.provider.getWithdraw({ withdrawId, withdrawReference: 'withdraw-0001' }),
        market.provider.getWithdraw({ withdrawId, withdrawReference: 'withdraw-0001' }),
      ]);

      expect(market.deliveries).toMatchObject([{ url: 'https://pay.example.com/webhooks/account' }]);
      expect(await market.readEvents()).toMatchObject([
        { subject: 'withdraw', event: 'transfer.paid', withdrawId, reference: 'withdraw-0001', providerStatus: 'paid' },
      ]);
    });
  });

  describe('receivers', () => {
    it.each([
      ['maria@example.com', 'ACTIVE', 'ACTIVE'],
      ['pending@example.com', 'PENDING', 'PENDING'],
      ['slow@example.com', 'PENDING', 'ACTIVE'],
      ['refused@example.com', 'REJECTED', 'REJECTED'],
    ])('%s is %s, then %s', async (email, first, second) => {
      const market = await open();

      const created = await market.provider.createReceiver(sampleReceiver({ email }));
      market.wait(5);
      const later = await market.provider.getReceiver({ receiverId: created.receiverId });

      expect([receiverStatus(created), receiverStatus(later)]).toEqual([first, second]);
      expect(later).toMatchObject({ name: 'Maria da Silva', document: '52998224725', email, balance: 0 });
    });

    it('answers null for nobody', async () => {
      const market = await open();

      expect(await market.provider.getReceiver({ receiverId: 'rcv_none' })).toBeNull();
    });

    it("charges with a receiver's key, which nobody but the host sees", async () => {
      const market = await open();
      const { receiverId, receiverToken } = await market.provider.createReceiver(sampleReceiver());
      expect(receiverToken).toMatch(/^ref_/);
      const secret = market.context.vault.open(receiverToken!);
      expect(secret).toMatch(/^rk_/);

      const charge = await market.charge('PIX', { amount: 7_000, receiverToken });
      await market.simulator.pay(charge.transactionId);

      expect(await market.provider.getReceiver({ receiverId })).toMatchObject({ balance: 7_000 });
      expect(JSON.stringify([market.context.exchanges, market.context.logs])).not.toContain(secret);
    });

    it('share a charge to the cent and give their part back with a refund', async () => {
      const market = await open();
      const [first, second] = [
        await market.provider.createReceiver(sampleReceiver()),
        await market.provider.createReceiver(sampleReceiver({ email: 'joao@example.com' })),
      ];
      const rule = { chargeProcessingFee: false, chargeRemainder: false, liable: true };
      const splits = [
        { recipientId: first.receiverId, amount: 2_500, type: 'PERCENTAGE' as const, ...rule },
        { recipientId: second.receiverId, amount: 333, type: 'FIXED' as const, ...rule },
      ];
      const balances = async () =>
        Promise.all(
          [first, second].map(async ({ receiverId }) => (await market.provider.getReceiver({ receiverId }))!.balance),
        );

      const charge = await market.charge('PIX', { amount: 1_001, splits });
      await market.simulator.pay(charge.transactionId);
      const afterPayment = await balances();
      await market.simulator.chargeback(charge.transactionId);

      expect(afterPayment).toEqual([250, 333]);
      expect(await balances()).toEqual([0, 0]);
    });

    it('are refused in a split when nobody knows them or the parts are too large', async () => {
      const market = await open();
      const { receiverId } = await market.provider.createReceiver(sampleReceiver());
      const rule = { type: 'FIXED' as const, chargeProcessingFee: false, chargeRemainder: false, liable: true };

      const unknown = market.charge('PIX', { splits: [{ recipientId: 'rcv_none', amount: 1, ...rule }] });
      const splits = [{ recipientId: receiverId, amount: 12_346, ...rule }];
      const tooLarge = market.charge('PIX', { splits }, market.adapter);

      await expect(unknown).rejects.toMatchObject({
        status: 422,
        body: { error: { message: 'Recebedor não encontrado.' } },
      });
      await expect(tooLarge).rejects.toMatchObject({ status: 422, body: { error: { field: 'splits' } } });
    });

    it('are paid by the platform, each withdrawal once, whatever happens at once', async () => {
      const market = await open();
      const { receiverId, receiverToken } = await market.provider.createReceiver(sampleReceiver());
      const pay = (withdrawReference: string) =>
        market.provider.withdraw(
          sampleWithdraw('RECEIVER', { receiverId, receiverToken, amount: 10_000, withdrawReference }),
        );

      const results = await Promise.all(['a', 'b', 'a', 'b', 'a'].map((letter) => pay(`withdraw-${letter}`)));

      expect(new Set(results.map(({ withdrawId }) => withdrawId)).size).toBe(2);
      expect(results.map(withdrawStatus)).toEqual(results.map(() => 'APPROVED'));
      expect(await market.provider.getReceiver({ receiverId })).toMatchObject({ balance: 20_000 });
    });
  });
});
