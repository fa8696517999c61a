/** Holds the parts that the whole simulator shares: the book, refusals in the acquirer's words, and webhooks signed as it signs them. */
import { createHmac } from 'node:crypto';
import {
  type Book,
  type BookRule,
  createBook,
  createMandateBook,
  createTurns,
  type MandateBook,
  type MandateRule,
  type SimulatorContext,
  type SimulatorRequest,
  WireRefusal,
} from '@feira/plugin-kit';
import { type ChargeData, EVENTS, toWireCharge, WORDS } from './charge-wire.ts';
import { chargeEventOf, type MandateData, mandateEventOf, toWireMandate, toWireMandateCharge } from './mandate-wire.ts';
import { type TransferData, toWireTransfer, transferWord } from './transfer-wire.ts';

export interface World extends SimulatorContext {
  nowMs(): number;
  book: Book<ChargeData, TransferData>;
  mandates: MandateBook<MandateData, MandateData>;
  /** One at a time for each key: what happens to one token or receiver must not mix. */
  inTurn: ReturnType<typeof createTurns>;
  notify(type: string, data: object, url: string | null): Promise<void>;
}

/** Steps that take time in the real world take this long here. */
export const STEP_MS = 5_000;
const ACCOUNT_WEBHOOK = 'account:webhook';

const RULES: Record<BookRule, [status: number, message: string]> = {
  MISSING: [404, 'Cobrança não encontrada.'],
  KEY_REUSED: [409, 'A chave de idempotência ou a referência já foi usada com outro conteúdo.'],
  NOT_PAYABLE: [409, 'Um cartão só pode ser pago enquanto está em processamento.'],
  NOT_OPEN: [409, 'Só uma cobrança à espera de pagamento pode vencer.'],
  NOT_PAID: [422, 'Só uma cobrança paga pode ser reembolsada ou contestada.'],
  BEYOND_PAID: [422, 'O valor passa do que ainda pode ser reembolsado.'],
  BEYOND_BALANCE: [422, 'Saldo insuficiente.'],
};

const MANDATE_RULES: Record<MandateRule, [status: number, message: string]> = {
  MISSING: [404, 'Autorização não encontrada.'],
  KEY_REUSED: [409, 'A chave de idempotência já foi usada com outro conteúdo.'],
  NOT_WAITING: [409, 'A autorização não espera mais pelo pagador.'],
  NOT_ACTIVE: [422, 'O pagador não autorizou, ou a autorização terminou.'],
  ENDED: [409, 'Já terminou.'],
  OTHER_AMOUNT: [422, 'A autorização é de outro valor.'],
  DUE_DATE_TAKEN: [422, 'Já existe uma cobrança para este dia.'],
  ATTEMPT_OPEN: [422, 'Existe uma tentativa em andamento.'],
  NO_RETRY: [422, 'A autorização não permite tentativa neste dia.'],
  NOT_PAID: [422, 'A cobrança não foi paga.'],
  BEYOND_PAID: [422, 'O valor é maior que o que resta da cobrança.'],
};

export function createWorld(context: SimulatorContext): World {
  const book: World['book'] = createBook<ChargeData, TransferData>(context, {
    async notifyCharge(state, charge) {
      await Promise.all([
        notify(EVENTS[state]!, toWireCharge(charge), charge.data.webhookUrl),
        // The payer agrees while they pay, whether or not anybody takes the event.
        state === 'PAID' && mandates.approvePaid(charge.transactionId),
      ]);
    },
    notifyWithdrawal: (transfer) => notify(`transfer.${transferWord(transfer)}`, toWireTransfer(transfer), null),
    refuse: (rule) => refuse(...RULES[rule]),
    wordOf: ({ status }) => WORDS[status]!,
  });

  const mandates: World['mandates'] = createMandateBook<MandateData, MandateData>(context, {
    notifyMandate: (mandate) => notify(mandateEventOf(mandate), toWireMandate(mandate), mandate.data.webhookUrl),
    async notifyMandateCharge(charge, { times }) {
      await notify(chargeEventOf(charge), toWireMandateCharge(charge), charge.data.webhookUrl, times);
    },
    refuse: (rule) => refuse(...MANDATE_RULES[rule]),
  });

  async function notify(type: string, data: object, wantedUrl: string | null, times = 1): Promise<void> {
    const url = wantedUrl ?? (await context.store.get<string>(ACCOUNT_WEBHOOK)) ?? context.webhookUrl;
    if (!url) return;
    const createdAt = context.clock.now().toISOString();
    const body = JSON.stringify({ id: book.ids.next('evt_'), type, created_at: createdAt, data });
    const signature = createHmac('sha256', context.credentials.webhookSecret ?? '')
      .update(body)
      .digest('hex');
    const headers = { 'content-type': 'application/json', 'x-sandbox-signature': `sha256=${signature}` };
    for (let time = 0; time < times; time += 1) await context.sendWebhook({ url, headers, body });
  }

  return { ...context, nowMs: () => context.clock.now().getTime(), book, mandates, inTurn: createTurns(), notify };
}

/** PUT /webhook. */
export async function saveWebhookUrl(world: World, { body }: SimulatorRequest) {
  const url = readText(body, 'url');
  await world.store.set(ACCOUNT_WEBHOOK, url);
  return { status: 200, body: { url } };
}

/** A request the acquirer does not take. */
export const refuse = (status: number, message: string, field?: string) =>
  new WireRefusal(status, { error: { message, field } }, message);

export function readText(body: unknown, field: string): string {
  const value = (body as Record<string, unknown> | null | undefined)?.[field];
  if (typeof value === 'string' && value !== '') return value;
  throw refuse(422, `${field}: informe um texto.`, field);
}

export function readAmount(body: unknown): number {
  const { amount } = (body ?? {}) as { amount?: unknown };
  if (typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0) return amount;
  throw refuse(422, 'amount: informe centavos inteiros acima de zero.', 'amount');
}
