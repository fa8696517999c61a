/** Contract ↔ wire for mandates and their charges, pure. A mandate carries our reference as its "contrato", a charge as its txid. */
import { type Fields, invalidRequest, type Settings } from '@feira/plugin-kit';
import type {
  MandateAttempt,
  MandateChargeRequest,
  MandateChargeResult,
  MandateEnder,
  MandateLookup,
  MandatePeriod,
  MandateRequest,
  MandateResult,
} from '@feira/schemas/mandate';
import type { WebhookResult } from '@feira/schemas/provider';
import { periodOfRecurrence } from '@feira/schemas/rules/mandate';
import { fromPayments, LONGEST_TEXT, toText } from './mapping.ts';

const LONGEST_NAME = 140;
const LONGEST_OBJECT = 35;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PAGE_SIZE = 100;

const PERIODS: Record<MandatePeriod, string> = {
  WEEKLY: 'SEMANAL',
  MONTHLY: 'MENSAL',
  QUARTERLY: 'TRIMESTRAL',
  SEMIANNUAL: 'SEMESTRAL',
  YEARLY: 'ANUAL',
};

export function toMandate(request: MandateRequest, location: number): object {
  const { customer, amount, maxAmount, transactionId } = request;
  const period = periodOfRecurrence(request.recurrenceDays);
  if (!period) throw invalidRequest(`There is no period of ${request.recurrenceDays} days.`);
  const { document = '' } = customer;
  const nome = customer.name.slice(0, LONGEST_NAME);
  return {
    vinculo: {
      contrato: request.reference,
      devedor: document.length === 11 ? { cpf: document, nome } : { cnpj: document, nome },
      objeto: request.description.slice(0, LONGEST_OBJECT),
    },
    calendario: {
      dataInicial: request.firstChargeDate,
      dataFinal: request.endDate,
      periodicidade: PERIODS[period],
    },
    valor: amount === undefined ? { valorMinimoRecebedor: toText(maxAmount ?? 0) } : { valorRec: toText(amount) },
    politicaRetentativa: request.retries === '3R_7D' ? 'PERMITE_3R_7D' : 'NAO_PERMITE',
    loc: location,
    ...(request.journey === 3 && { ativacao: { dadosJornada: { txid: transactionId } } }),
  };
}

const ENDERS: Record<string, MandateEnder> = {
  USUARIO_PAGADOR: 'BUYER',
  PSP_PAGADOR: 'BUYER_BANK',
  USUARIO_RECEBEDOR: 'PLATFORM',
  PSP_RECEBEDOR: 'PROVIDER',
};

/** Returns by whom a mandate or a charge was ended, and the reason with its code. */
function endOf(one: Fields): Pick<MandateResult, 'endedBy' | 'reason'> {
  const cancelled = one.fields('encerramento.cancelamento');
  const [end] = [cancelled, one.fields('encerramento.rejeicao')].filter((part) => part.has('codigo'));
  const reason = [end?.reason('codigo'), end?.reason('descricao')].filter(Boolean).join(': ');
  return { endedBy: ENDERS[cancelled.text('solicitante') ?? ''], ...(reason && { reason }) };
}

const CHARGE_OF_JOURNEY = 'ativacao.dadosJornada.txid';
/** The charge that is paid with the agreement (journey 3). */
export const chargeOf = (rec: Fields): string | undefined => rec.text(CHARGE_OF_JOURNEY);

export const fromMandate = (rec: Fields): MandateResult => ({
  mandateId: rec.requireText('idRec'),
  reference: rec.text('vinculo.contrato'),
  providerStatus: rec.requireText('status'),
  pixCode: rec.text('dadosQR.pixCopiaECola'),
  amount: rec.reais('valor.valorRec'),
  maxAmount: rec.reais('valor.valorMinimoRecebedor'),
  firstChargeDate: rec.text('calendario.dataInicial'),
  transactionId: chargeOf(rec),
  ...endOf(rec),
});

/** One page of the buyer's mandates of the days around the request. The clocks of two systems differ. */
export const toQuery = ({ requestedAt, document }: MandateLookup, now: Date, page: number) => ({
  inicio: new Date(Date.parse(requestedAt) - DAY_MS).toISOString(),
  fim: new Date(now.getTime() + HOUR_MS).toISOString(),
  [document.length === 11 ? 'cpf' : 'cnpj']: document,
  'paginacao.paginaAtual': page,
  'paginacao.itensPorPagina': PAGE_SIZE,
});

/** A due day that is no business day moves to the next one. */
export const toMandateCharge = (request: MandateChargeRequest, settings: Settings): object => ({
  idRec: request.mandateId,
  infoAdicional: request.description.slice(0, LONGEST_TEXT),
  calendario: { dataDeVencimento: request.dueDate },
  valor: { original: toText(request.amount) },
  ajusteDiaUtil: true,
  recebedor: {
    ...(settings.receiverBranch && { agencia: String(settings.receiverBranch) }),
    conta: String(settings.receiverAccount ?? ''),
    tipoConta: String(settings.receiverAccountType ?? 'CORRENTE'),
  },
});

const ATTEMPTS: Record<string, MandateAttempt['status']> = {
  SOLICITADA: 'SCHEDULED',
  AGENDADA: 'SCHEDULED',
  PAGA: 'PAID',
  CANCELADA: 'CANCELED',
  REJEITADA: 'REJECTED',
  EXPIRADA: 'EXPIRED',
};

/** An attempt whose word is new, or whose day is no day, is left out: the charge's own status decides. */
function fromAttempt(attempt: Fields): MandateAttempt[] {
  const status = ATTEMPTS[attempt.requireText('status').toUpperCase()];
  const date = attempt.requireText('dataLiquidacao');
  if (!status || Number.isNaN(Date.parse(date))) return [];
  const reason = attempt.reason('rejeicao.codigo');
  const attemptId = attempt.text('endToEndId');
  return [{ date, status, attemptId, ...(reason && { reason }) }];
}

export const hasAttemptOn = (cobr: Fields, date: string): boolean =>
  cobr.list('tentativas').some((attempt) => attempt.text('dataLiquidacao') === date);

const fromSharedFields = (cobr: Fields) => {
  const txid = cobr.requireText('txid');
  return {
    mandateChargeId: txid,
    mandateId: cobr.text('idRec'),
    reference: txid,
    providerStatus: cobr.requireText('status'),
    attempts: cobr.list('tentativas').flatMap(fromAttempt),
    movements: [],
    ...fromPayments(cobr.list('pix')),
    ...endOf(cobr),
  };
};

export const fromMandateCharge = (cobr: Fields): MandateChargeResult => ({
  ...fromSharedFields(cobr),
  amount: cobr.reais('valor.original'),
  dueDate: cobr.text('calendario.dataDeVencimento'),
});

type SingleEvent = NonNullable<WebhookResult['events']>[number];

/** The Central Bank's lists of changed mandates and mandate charges; undefined for an event of another kind. */
export function fromMandateEvent(body: Fields): WebhookResult | undefined {
  if (!body.has('recs') && !body.has('cobsr')) return undefined;
  const mandates = body.list('recs').map((rec): SingleEvent => {
    const { mandateId, providerStatus, transactionId, endedBy, reason } = fromMandate(rec);
    return { subject: 'mandate', event: 'rec', mandateId, providerStatus, transactionId, endedBy, reason };
  });
  const charges = body
    .list('cobsr')
    .map((cobr): SingleEvent => ({ subject: 'mandateCharge', event: 'cobr', ...fromSharedFields(cobr) }));
  const events = [...mandates, ...charges];
  return events.length === 1 ? events[0]! : { subject: 'several', events };
}
