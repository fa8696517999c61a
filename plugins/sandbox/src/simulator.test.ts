import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileStore, memoryStore } from '@feira/plugin-kit/simulation';
import { sampleMandate, sampleMandateLookup, startSimulator } from '@feira/plugin-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { tokenize } from '../browser/tokenizer.ts';
import simulatorModule from './simulator.ts';
import { credentials, openMarket } from './test-market.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe('the browser tokenizer', () => {
  const card = {
    cardNumber: '4111111111111111',
    holderName: 'MARIA SILVA',
    expMonth: 12,
    expYear: 2034,
    cvv: '123',
  };
  async function open() {
    const started = await startSimulator(simulatorModule, { credentials });
    closing.push(started.close);
    return started;
  }

  it('turns a card into a token that can be charged', async () => {
    const { url } = await open();

    const token = await tokenize(card, { baseUrl: url, publicKey: credentials.publicKey });

    expect(token).toEqual({
      fingerPrint: expect.stringMatching(/^dev_/),
      token: expect.stringMatching(/^tok_/),
      cardBrand: 'visa',
      cardLastDigits: '1111',
    });
  });

  it("rejects with the acquirer's own words", async () => {
    const { url } = await open();

    const call = tokenize({ ...card, cvv: '1' }, { baseUrl: url, publicKey: credentials.publicKey });

    await expect(call).rejects.toThrow('Código de segurança inválido.');
  });

  it('rejects with a wrong public key', async () => {
    const { url } = await open();

    await expect(tokenize(card, { baseUrl: url, publicKey: 'pk_other' })).rejects.toThrow('Chave inválida.');
  });

  it('may be called from any origin, also an opaque one', async () => {
    const { url } = await open();
    const headers = {
      origin: 'null',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };

    const preflight = await fetch(`${url}/tokens`, { method: 'OPTIONS', headers });
    const refused = await fetch(`${url}/tokens`, { method: 'POST', headers: { origin: 'null' } });
    const elsewhere = await fetch(`${url}/charges`, { method: 'OPTIONS', headers });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the state', () => {
  it('holds no card number and no CVV', async () => {
    const kept: unknown[] = [];
    const inner = memoryStore();
    const store = {
      ...inner,
      async set(key: string, value: unknown) {
        kept.push(key, value);
        await inner.set(key, value);
      },
    };
    const market = await openMarket('in process', { store });
    closing.push(market.close);

    await market.charge('CREDIT_CARD', { cardToken: await market.tokenize('4111111111111111') });

    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toMatch(/4111111111111111|"123"/);
  });

  it('survives a restart, and new ids do not meet old ones', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sandbox-'));
    closing.push(() => rm(directory, { recursive: true }));
    const path = join(directory, 'state.jsonl');
    const firstStore = await fileStore(path);
    const first = await openMarket('in process', { store: firstStore });
    const charge = await first.charge('PIX', { reference: 'attempt-x' });
    await first.close();
    await firstStore.close();

    const store = await fileStore(path);
    closing.push(store.close);
    const second = await openMarket('in process', { store });
    second.wait(1);
    const again = await second.charge('PIX', { reference: 'attempt-x', expiresAt: charge.expiresAt });
    const other = await second.charge('PIX', { reference: 'attempt-y' });
    await second.simulator.pay(charge.transactionId);

    expect(again.transactionId).toBe(charge.transactionId);
    expect(other.transactionId).not.toBe(charge.transactionId);
    expect(await second.simulator.getCharge(charge.transactionId)).toMatchObject({
      status: 'paid',
      reference: 'attempt-x',
    });
    expect(await second.simulator.listCharges(10)).toHaveLength(2);
  });

  it('continues a charge whose making was cut off, instead of making a second one', async () => {
    const inner = memoryStore();
    let isDying = true;
    const store = {
      ...inner,
      async set(key: string, value: unknown) {
        if (isDying && key.startsWith('charge:')) throw new Error('killed');
        await inner.set(key, value);
      },
    };
    const market = await openMarket('in process', { store });
    const cardToken = await market.tokenize('4111111111111111');
    const same = { reference: 'attempt-x', cardToken };
    await expect(market.charge('CREDIT_CARD', same)).rejects.toMatchObject({ outcome: 'UNKNOWN' });
    isDying = false;

    const charge = await market.charge('CREDIT_CARD', same);

    expect(charge.providerStatus).toBe('paid');
    expect(await market.simulator.listCharges(10)).toHaveLength(1);
  });

  it('has the agreement of whoever pays, although nobody takes the events', async () => {
    const market = await openMarket('in process', { sendWebhook: () => new Promise(() => undefined) });
    const { transactionId } = await market.charge('PIX');
    const { mandateId } = await market.provider.createMandate(sampleMandate({ journey: 3, transactionId }));
    const readStatus = async () =>
      (await market.provider.getMandate(sampleMandateLookup({ mandateId })))?.providerStatus;

    void market.simulator.pay(transactionId);

    await expect.poll(readStatus, { timeout: 60_000 }).toBe('active');
  });

  it('is the same for the same seed, clock and calls', async () => {
    const play = async () => {
      const market = await openMarket('in process');
      const charge = await market.charge('PIX');
      await market.simulator.pay(charge.transactionId, { times: 2 });
      return [charge, market.deliveries];
    };

    expect(await play()).toEqual(await play());
  });
});

describe('the control page', () => {
  it('cannot do what a bank could not', async () => {
    const market = await openMarket('in process');
    const card = await market.charge('CREDIT_CARD', { cardToken: await market.tokenize('4111111111111111') });
    const pix = await market.charge('PIX');

    await expect(market.simulator.pay(card.transactionId)).rejects.toThrow('em processamento');
    await expect(market.simulator.chargeback(pix.transactionId)).rejects.toThrow('paga');
    await expect(market.simulator.pay('chg_none')).rejects.toThrow('não encontrada');
  });

  it('lists charges newest first, at most as many as asked for', async () => {
    const market = await openMarket('in process');
    for (let count = 0; count < 5; count++) await market.charge('PIX');

    const charges = await market.simulator.listCharges(2);

    expect(charges).toMatchObject([
      { reference: 'attempt-5', method: 'PIX', amount: 12_345, paidAmount: 0, status: 'waiting' },
      { reference: 'attempt-4' },
    ]);
  });
});
