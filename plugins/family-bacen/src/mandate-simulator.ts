/** Plays the Central Bank's API about mandates ("rec"), their charges ("cobr") and the addresses of their codes ("locrec"). */
import {
  type BookedMandate,
  type BookedMandateCharge,
  type BookedMandateRefund,
  createIds,
  createMandateBook,
  Fields,
  type MandateRule,
  type RouteHandler,
  type SimulatorContext,
  type SimulatorRequest,
  type SimulatorResponse,
  toSaoPauloDate,
  WireRefusal,
} from '@feira/plugin-kit';
import type { MandateEnder, MandatePeriod } from '@feira/schemas/mandate';
import { toText } from './mapping.ts';

type Mandate = BookedMandate<{ location: number; name: string; object: string }>;
type Charge = BookedMandateCharge<{ text: string; receiver: object }>;
interface Location {
  id: number;
  location: string;
  tipo: 'rec';
  criacao: string;
}

export interface MandateSimulatorOptions {
  send(kind: string, end: string, event: object, times?: number): Promise<void>;
  problem(status: number, title: string, detail: string): SimulatorResponse;
  /** Returns the location of a charge's code; undefined where there is no such charge. */
  findChargeLocation(request: SimulatorRequest, txid: string): Promise<string | undefined>;
}

const ISPB = '99999999';
const RECEIVER = { cnpj: '11222333000181', nome: 'Loja de Teste Ltda' };
const PERIODS: Record<string, MandatePeriod> = {
  SEMANAL: 'WEEKLY',
  MENSAL: 'MONTHLY',
  TRIMESTRAL: 'QUARTERLY',
  SEMESTRAL: 'SEMIANNUAL',
  ANUAL: 'YEARLY',
};
const PERIOD_WORDS = Object.fromEntries(Object.entries(PERIODS).map(([word, period]) => [period, word]));
const MANDATE_WORDS: Record<Mandate['status'], string> = {
  PENDING: 'CRIADA',
  ACTIVE: 'APROVADA',
  REJECTED: 'REJEITADA',
  EXPIRED: 'EXPIRADA',
  CANCELED: 'CANCELADA',
  UNKNOWN: 'EM_QUARENTENA',
};
const CHARGE_WORDS: Record<Charge['status'], string> = {
  PENDING: 'ATIVA',
  APPROVED: 'CONCLUIDA',
  REJECTED: 'REJEITADA',
  EXPIRED: 'EXPIRADA',
  CANCELED: 'CANCELADA',
  UNKNOWN: 'EM_QUARENTENA',
};
const ATTEMPT_WORDS: Record<Charge['attempts'][number]['status'], string> = {
  SCHEDULED: 'AGENDADA',
  PAID: 'PAGA',
  REJECTED: 'REJEITADA',
  EXPIRED: 'EXPIRADA',
  CANCELED: 'CANCELADA',
};
const ENDERS: Record<MandateEnder, string> = {
  BUYER: 'USUARIO_PAGADOR',
  BUYER_BANK: 'PSP_PAGADOR',
  PLATFORM: 'USUARIO_RECEBEDOR',
  PROVIDER: 'PSP_RECEBEDOR',
};
const TXID = /^[a-zA-Z0-9]{26,35}$/;

export function createMandateRoutes(
  context: SimulatorContext,
  { send, problem, findChargeLocation }: MandateSimulatorOptions,
) {
  const { store, clock } = context;
  const ids = createIds(context);
  const refuse = (status: number, title: string, detail: string) =>
    new WireRefusal(status, problem(status, title, detail).body);
  const TITLES: Partial<Record<MandateRule, [number, string]>> = { MISSING: [404, 'NaoEncontrado'] };
  const book = createMandateBook<Mandate['data'], Charge['data']>(context, {
    notifyMandate: (mandate) => send('rec', '/rec', { recs: [toNotification(mandate)] }),
    notifyMandateCharge: (charge, { times }) => send('cobr', '/cobr', { cobsr: [toChargeNotification(charge)] }, times),
    refuse(rule) {
      const [status, title] = TITLES[rule] ?? [400, 'CobROperacaoInvalida'];
      return refuse(status, title, rule);
    },
    // A mandate has no idempotency, and a charge its txid.
    keyOf: () => undefined,
    newAttemptId: () => ids.endToEnd(ISPB),
  });

  async function readLocation(id: number): Promise<Location> {
    const location = await store.get<Location>(`rec-location:${id}`);
    if (location) return location;
    throw refuse(400, 'RecOperacaoInvalida', 'O location referenciado por rec.loc inexiste.');
  }

  async function toWire(request: SimulatorRequest, mandate: Mandate, txid?: string): Promise<object> {
    const location = await readLocation(mandate.data.location);
    const composed = txid ? await findChargeLocation(request, txid) : undefined;
    // The code of a mandate that begins with a charge is told together with that charge.
    const code = mandate.chargeId && !txid ? undefined : `00020126${composed ?? ''}80${location.location}`;
    return {
      ...toNotification(mandate),
      vinculo: {
        contrato: mandate.reference,
        objeto: mandate.data.object,
        devedor: {
          [mandate.document.length === 11 ? 'cpf' : 'cnpj']: mandate.document,
          nome: mandate.data.name,
        },
      },
      calendario: {
        dataInicial: mandate.firstChargeDate,
        ...(mandate.endDate && { dataFinal: mandate.endDate }),
        periodicidade: PERIOD_WORDS[mandate.period],
      },
      valor:
        mandate.amount === null
          ? { valorMinimoRecebedor: toText(mandate.maxAmount ?? 0) }
          : { valorRec: toText(mandate.amount) },
      politicaRetentativa: mandate.retries === '3R_7D' ? 'PERMITE_3R_7D' : 'NAO_PERMITE',
      recebedor: RECEIVER,
      loc: { ...location, idRec: mandate.id },
      ...(code && { dadosQR: { jornada: txid ? 'JORNADA_3' : 'JORNADA_2', pixCopiaECola: code } }),
    };
  }

  async function createMandate(request: SimulatorRequest): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    const period = PERIODS[wanted.requireText('calendario.periodicidade')];
    const location = await readLocation(wanted.number('loc') ?? 0);
    const [amount, least] = [wanted.reais('valor.valorRec'), wanted.reais('valor.valorMinimoRecebedor')];
    if (!period || (amount === undefined) === (least === undefined))
      return problem(400, 'RecOperacaoInvalida', 'O objeto rec.valor não respeita o schema.');
    const chargeId = wanted.text('ativacao.dadosJornada.txid') ?? null;
    const retries = wanted.text('politicaRetentativa') === 'PERMITE_3R_7D' ? '3R_7D' : 'NONE';
    const today = clock.now().toISOString().slice(0, 10).replaceAll('-', '');
    const idRec = `R${retries === '3R_7D' ? 'R' : 'N'}${ISPB}${today}${ids.text(11)}`;
    const mandate = await book.create(request, () => idRec, {
      reference: wanted.requireText('vinculo.contrato'),
      journey: chargeId ? 3 : 2,
      period,
      retries,
      amount: amount ?? null,
      maxAmount: least ?? null,
      firstChargeDate: wanted.requireText('calendario.dataInicial'),
      endDate: wanted.text('calendario.dataFinal') ?? null,
      document: wanted.text('vinculo.devedor.cpf') ?? wanted.requireText('vinculo.devedor.cnpj'),
      chargeId,
      data: {
        location: location.id,
        name: wanted.requireText('vinculo.devedor.nome'),
        object: wanted.text('vinculo.objeto') ?? '',
      },
    });
    return { status: 201, body: await toWire(request, mandate) };
  }

  async function listMandates(request: SimulatorRequest): Promise<SimulatorResponse> {
    const { inicio = '', fim = '', cpf, cnpj, ...paging } = request.query;
    const page = Number(paging['paginacao.paginaAtual'] ?? 0);
    const size = Number(paging['paginacao.itensPorPagina'] ?? 100);
    if (!inicio || !fim || (cpf && cnpj)) return problem(400, 'RecConsultaInvalida', 'inicio, fim');
    const isWithin = ({ createdAt, document }: Mandate) =>
      createdAt >= inicio && createdAt <= fim && document === (cpf ?? cnpj ?? document);
    const found = (await book.list(request)).filter(isWithin);
    const recs = await Promise.all(found.slice(page * size, (page + 1) * size).map((one) => toWire(request, one)));
    const counts = { quantidadeDePaginas: Math.ceil(found.length / size), quantidadeTotalDeItens: found.length };
    const paginacao = { paginaAtual: page, itensPorPagina: size, ...counts };
    return { status: 200, body: { parametros: { inicio, fim, paginacao }, recs } };
  }

  async function changeMandate(request: SimulatorRequest, idRec: string): Promise<SimulatorResponse> {
    if (new Fields(request.body).text('status') !== 'CANCELADA') return problem(400, 'RecOperacaoInvalida', 'status');
    return { status: 200, body: await toWire(request, await book.cancel(idRec)) };
  }

  async function putCharge(request: SimulatorRequest, txid: string): Promise<SimulatorResponse> {
    const wanted = new Fields(request.body);
    if (!TXID.test(txid)) return problem(400, 'CobROperacaoInvalida', 'txid');
    if (await book.findCharge(request, txid))
      return problem(400, 'CobROperacaoInvalida', 'O campo cobr.txid encontra-se em uso.');
    if (!wanted.has('recebedor.conta')) return problem(400, 'CobROperacaoInvalida', 'cobr.recebedor');
    const charge = await book.createCharge(request, () => txid, {
      mandateId: wanted.requireText('idRec'),
      reference: txid,
      amount: wanted.reais('valor.original') ?? 0,
      dueDate: wanted.requireText('calendario.dataDeVencimento'),
      data: { text: wanted.text('infoAdicional') ?? '', receiver: wanted.value('recebedor') as object },
    });
    return { status: 201, body: toWireCharge(charge) };
  }

  async function changeCharge({ body }: SimulatorRequest, txid: string): Promise<SimulatorResponse> {
    if (new Fields(body).text('status') !== 'CANCELADA') return problem(400, 'CobROperacaoInvalida', 'status');
    return { status: 200, body: toWireCharge(await book.cancelCharge(txid)) };
  }

  /** The bank refuses a second attempt for a day that has one. */
  async function retryCharge(request: SimulatorRequest, txid: string, date: string): Promise<SimulatorResponse> {
    const charge = await book.findCharge(request, txid);
    if (!charge) return problem(404, 'CobRNaoEncontrado', 'txid');
    if (charge.attempts.some((attempt) => attempt.date === date))
      return problem(400, 'CobROperacaoInvalida', 'Existe uma tentativa vigente para a data informada.');
    return { status: 201, body: toWireCharge(await book.retryCharge(txid, date)) };
  }

  const saveWebhook =
    (kind: string): RouteHandler =>
    async ({ body }) => {
      await store.set(`webhook:${kind}`, new Fields(body).requireText('webhookUrl'));
      return { status: 200, body: {} };
    };

  const routes: Record<string, RouteHandler> = {
    async 'POST /locrec'() {
      const id = Math.floor(context.random() * 2_000_000_000) + 1;
      const location = `pix.example.com/qr/v2/rec/${ids.hex(32)}`;
      const made: Location = { id, location, tipo: 'rec', criacao: clock.now().toISOString() };
      await store.set(`rec-location:${id}`, made);
      return { status: 201, body: made };
    },
    'POST /rec': createMandate,
    'GET /rec': listMandates,
    async 'GET /rec/*'(request, idRec) {
      const mandate = await book.find(request, idRec!);
      if (!mandate) return problem(404, 'RecNaoEncontrada', 'idRec');
      const { txid } = request.query;
      if (txid && txid !== mandate.chargeId) return problem(400, 'RecConsultaInvalida', 'txid');
      return { status: 200, body: await toWire(request, mandate, txid) };
    },
    'PATCH /rec/*': (request, idRec) => changeMandate(request, idRec!),
    'PUT /cobr/*': (request, txid) => putCharge(request, txid!),
    async 'GET /cobr/*'(request, txid) {
      const charge = await book.findCharge(request, txid!);
      return charge ? { status: 200, body: toWireCharge(charge) } : problem(404, 'CobRNaoEncontrado', 'txid');
    },
    'PATCH /cobr/*': (request, txid) => changeCharge(request, txid!),
    'POST /cobr/*/retentativa/*': (request, txid, date) => retryCharge(request, txid!, date!),
    'PUT /webhookrec': saveWebhook('rec'),
    'PUT /webhookcobr': saveWebhook('cobr'),
  };
  /** A charge of a mandate is paid by one PIX, which is given back as any other. */
  async function putReturn(request: SimulatorRequest, endToEndId: string, id: string): Promise<SimulatorResponse> {
    const charge = await book.findChargeByPayment(request, endToEndId);
    if (!charge) return problem(404, 'PixNaoEncontrado', endToEndId);
    if (charge.refunds.some((refund) => refund.id === id))
      return problem(400, 'PixDevolucaoInvalida', 'O id já foi utilizado.');
    const amount = new Fields(request.body).reais('valor') ?? 0;
    const refund = await book.refundCharge(charge.id, () => id, { reference: id, amount });
    return { status: 201, body: toWireReturn(refund) };
  }

  return { routes, book, putReturn };
}

const toWireReturn = ({ id, amount, at }: BookedMandateRefund) => ({
  id,
  rtrId: `D${id.slice(0, 31)}`,
  valor: toText(amount),
  horario: { solicitacao: at, liquidacao: at },
  status: 'DEVOLVIDO',
});

const toEnd = (endedBy: MandateEnder | null) =>
  endedBy && {
    encerramento: {
      cancelamento: { solicitante: ENDERS[endedBy], codigo: 'SLCR', descricao: 'Cancelamento solicitado' },
    },
  };

const toNotification = (mandate: Mandate) => ({
  idRec: mandate.id,
  status: MANDATE_WORDS[mandate.status],
  atualizacao: mandate.history.map(({ status, at }) => ({ status: MANDATE_WORDS[status], data: at })),
  ...toEnd(mandate.endedBy),
  ativacao: {
    tipoJornada: mandate.status === 'PENDING' ? 'AGUARDANDO_DEFINICAO' : `JORNADA_${mandate.journey}`,
    ...(mandate.chargeId && { dadosJornada: { txid: mandate.chargeId } }),
  },
});

/** The first attempt is on the due day; those after it follow the buyer's bank. */
const toChargeNotification = (charge: Charge) => ({
  idRec: charge.mandateId,
  txid: charge.id,
  status: CHARGE_WORDS[charge.status],
  atualizacao: charge.history.map(({ status, at }) => ({ status: CHARGE_WORDS[status], data: at })),
  ...toEnd(charge.endedBy),
  ...(charge.status === 'REJECTED' &&
    charge.reason && { encerramento: { rejeicao: { codigo: charge.reason, descricao: 'Cobrança rejeitada' } } }),
  tentativas: charge.attempts.map(({ id, date, status, reason, createdAt }, index) => ({
    dataLiquidacao: date,
    tipo: index === 0 ? 'AGND' : 'NTAG',
    status: ATTEMPT_WORDS[status],
    endToEndId: id,
    atualizacao: [{ status: ATTEMPT_WORDS[status], data: createdAt }],
    ...(status === 'REJECTED' && { rejeicao: { codigo: reason ?? 'AM09', descricao: 'Tentativa rejeitada' } }),
  })),
  ...(charge.payments.length > 0 && {
    pix: charge.payments.map(({ id, amount, paidAt }) => ({
      endToEndId: id,
      txid: charge.id,
      valor: toText(amount),
      horario: paidAt,
      ...(charge.refunds.length > 0 && { devolucoes: charge.refunds.map(toWireReturn) }),
    })),
  }),
});

const toWireCharge = (charge: Charge) => ({
  ...toChargeNotification(charge),
  infoAdicional: charge.data.text,
  calendario: { criacao: toSaoPauloDate(new Date(charge.createdAt)), dataDeVencimento: charge.dueDate },
  valor: { original: toText(charge.amount) },
  politicaRetentativa: 'PERMITE_3R_7D',
  ajusteDiaUtil: true,
  recebedor: { ...RECEIVER, ...charge.data.receiver },
});
