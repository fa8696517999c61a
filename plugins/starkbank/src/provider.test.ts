/** Tests Stark Bank's adapter, whose transfers and signatures are held against Stark Bank's own library. */
import { createPublicKey, verify } from 'node:crypto';
import { asManifest, Fields, type SimulatorRequest } from '@feira/plugin-kit';
import { fixture, openProvider, sampleWithdraw, startSimulator } from '@feira/plugin-kit/testing';
import { expect, it, onTestFinished } from 'vitest';
import json from '../plugin.json' with { type: 'json' };
import module from './index.ts';
import simulator from './simulator.ts';

const manifest = asManifest(json);
const { credentials } = simulator.samples!;
/** The properties of Stark Bank's own library. */
const SDK = fixture<{ Transfer: Record<'sent' | 'shown', string[]>; Log: string[]; Event: string[] }>(
  import.meta.url,
  'sdk.json',
);
const keysOf = (value: unknown) => Object.keys((value ?? {}) as object);

async function open() {
  const started = await startSimulator(simulator, { credentials, webhookUrl: 'https://pay.example.com/webhooks/1' });
  onTestFinished(started.close);
  const sent: SimulatorRequest[] = [];
  const { provider } = openProvider(manifest, module, {
    credentials,
    baseUrl: started.url,
    inProcess: (request) => {
      sent.push(request);
      return started.simulator.handle(request);
    },
  });
  return { provider, sent, bank: started.simulator, deliveries: started.deliveries };
}
const request = sampleWithdraw('BANK_ACCOUNT', { withdrawReference: 'withdraw-0001' });

it("sends and shows what Stark Bank's own library knows", async () => {
  const { provider, sent, bank, deliveries } = await open();

  const { withdrawId } = await provider.withdraw(request);
  const read = await provider.getWithdraw({ withdrawId, withdrawReference: 'withdraw-0001' });
  await bank.settle!(withdrawId);
  const event = new Fields(JSON.parse(deliveries[0]!.body)).fields('event');

  expect(
    keysOf(new Fields(sent[0]?.body).list('transfers')[0]?.value('')).filter(
      (name) => !SDK.Transfer.sent.includes(name),
    ),
  ).toEqual([]);
  expect(keysOf(event.value('log.transfer')).filter((name) => !SDK.Transfer.shown.includes(name))).toEqual([]);
  expect(keysOf(event.value('log')).filter((name) => !SDK.Log.includes(name))).toEqual([]);
  expect(keysOf(event.value('')).filter((name) => !SDK.Event.includes(name))).toEqual([]);
  expect(read).toMatchObject({ reference: 'withdraw-0001', providerStatus: 'processing', amount: request.amount });
});

it('signs the id, the time and exactly the bytes that leave', async () => {
  const { provider, sent } = await open();

  await provider.withdraw(request);
  await provider.getWithdraw({ withdrawReference: 'withdraw-0001' });

  const key = createPublicKey(credentials.privateKey!);
  const isSigned = ({ headers, rawBody }: SimulatorRequest, body = rawBody ?? '') =>
    verify(
      'sha256',
      Buffer.from(`project/${credentials.projectId}:${headers['access-time']}:${body}`),
      key,
      Buffer.from(headers['access-signature']!, 'base64'),
    );
  expect(sent.map((one) => isSigned(one))).toEqual([true, true]);
  expect(isSigned(sent[0]!, `${sent[0]!.rawBody} `)).toBe(false);
  expect(sent[1]).toMatchObject({ method: 'GET', query: { tags: 'withdraw-0001' } });
});

it('makes no second transfer under the same reference, and finds the first one', async () => {
  const { provider, sent, bank } = await open();

  const first = await provider.withdraw(request);
  const again = await provider.withdraw(request);

  expect(again).toEqual(first);
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
  expect(await bank.getWithdrawal!(first.withdrawId)).toMatchObject({ amount: request.amount });
});

it('tells the digits of an account behind a hyphen, and leaves those out that nobody has', async () => {
  const { provider, sent } = await open();

  await provider.withdraw({
    ...request,
    branchNumber: '1357',
    branchDigit: '9',
    accountNumber: '876543',
    accountDigit: '2',
  });
  await provider.withdraw({ ...request, withdrawReference: 'withdraw-0002', branchDigit: undefined });

  const [first, second] = sent.map(({ body }) => new Fields(body).list('transfers')[0]);
  expect([first?.text('branchCode'), first?.text('accountNumber')]).toEqual(['1357-9', '876543-2']);
  expect(second?.text('branchCode')).not.toContain('-');
});

it('reads the reason of a transfer that failed, and no event of anything else', async () => {
  const { provider, bank, deliveries } = await open();
  const { withdrawId } = await provider.withdraw(request);
  await bank.fail!(withdrawId, 'Conta inválida');
  const read = (body: unknown) => provider.processWebhook({ headers: {}, query: {}, body, rawBody: '' });

  expect(await read(JSON.parse(deliveries[0]!.body))).toMatchObject({
    subject: 'withdraw',
    reference: 'withdraw-0001',
    providerStatus: 'failed',
    reason: 'Conta inválida',
  });
  expect(await read({ event: { id: '1', subscription: 'invoice' } })).toMatchObject({ subject: 'ignored' });
});
