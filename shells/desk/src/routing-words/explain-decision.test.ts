import { ROUTE_SKIPS, type Routing } from '@feira/schemas/procedures/routing';
import { describe, expect, it } from 'vitest';
import { explainDecision } from './explain-decision.ts';
import english from './locales/en.json';
import portuguese from './locales/pt-BR.json';

const WORDS = { method: 'Pix', error: (code: string) => code.toLowerCase(), amount: String, rate: String };
const LANGUAGES = [
  ['Portuguese', portuguese],
  ['English', english],
] as const;

const candidate = (name: string, more: Partial<Routing['candidates'][number]> = {}) => ({
  connectionId: name,
  name,
  provider: 'p',
  priority: 1,
  weight: 1,
  isChosen: false,
  reason: null,
  ...more,
});
const routing = (more: Partial<Routing> = {}): Routing => ({
  by: 'routes',
  version: { chosen: '1.0.0', isCanary: false, share: null },
  failoverOf: null,
  candidates: [candidate('A', { reason: 'CIRCUIT_OPEN' }), candidate('B', { isChosen: true, priority: 2 })],
  ...more,
});

/** Translates a sentence like i18next. */
function say(texts: object, key: string, values: Record<string, string | number>): string {
  const text = key.split('.').reduce<unknown>((held, part) => (held as Record<string, unknown>)?.[part], texts);
  if (typeof text !== 'string') throw new Error(`There is no text ${key}.`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`${key} wants ${name}.`);
    return String(values[name]);
  });
}
const explain = (decision: Partial<Parameters<typeof explainDecision>[0]>, texts: object = portuguese) =>
  explainDecision({ routing: routing(), state: 'ANSWERED', status: 'APPROVED', reason: null, ...decision }, WORDS).map(
    ({ key, values }) => say(texts, key, values),
  );

describe.each(LANGUAGES)('in %s', (_language, texts) => {
  it.each(ROUTE_SKIPS)('%s has a sentence that names the connection', (reason) => {
    const [, sentence] = explain({ routing: routing({ candidates: [candidate('Asaas', { reason })] }) }, texts);

    expect(sentence).toMatch(/^Asaas .{10,}\.$/);
  });

  it('has no sentence for what is no reason', () => {
    expect(Object.keys(texts.skips).sort()).toEqual([...ROUTE_SKIPS].sort());
  });

  it.each(['CREATED', 'ANSWERED', 'UNKNOWN', 'NOT_SENT', 'REFUSED', 'PARKED', 'ODD'])(
    'an attempt that is %s has an end',
    (state) => {
      for (const status of ['APPROVED', 'PENDING', 'REJECTED', 'CANCELED', 'REFUNDED', 'CHARGEBACK'])
        expect(explain({ state, status }, texts).at(-1)).toMatch(/\.$/);
    },
  );
});

describe('explainDecision', () => {
  it('says of a code that another replaced neither what became of the payment nor a reason', () => {
    expect(explain({ reason: 'RENEWED' }).at(-1)).toBe('O código expirou sem pagamento, e o comprador gerou um novo.');
  });

  it('tells what a charge costs where, and how well it is approved there, where costs decided', () => {
    const cheap = candidate('A', { isChosen: true, reason: null, cost: 99, approvalRate: null });
    const dear = candidate('B', { reason: 'COSTLIER', cost: 300, approvalRate: 9_500 });
    expect(explain({ routing: routing({ candidates: [cheap, dear] }) }).slice(2, 5)).toEqual([
      'Custo da cobrança em A: 99.',
      'B não foi necessária: outra do mesmo número custa menos e aprova tão bem quanto.',
      'Custo da cobrança em B: 300.',
    ]);
  });

  it('tells it in the order it happened', () => {
    const told = explain({
      routing: routing({
        failoverOf: { attemptId: 'x', reason: 'UNAVAILABLE' },
        version: { chosen: '2.0.0', isCanary: true, share: 10 },
      }),
      state: 'REFUSED',
      reason: 'valor baixo',
    });

    expect(told).toEqual([
      'A tentativa anterior falhou, e é certo que não cobrou nada: unavailable. O pagamento seguiu para a próxima opção.',
      'As rotas de Pix foram lidas na ordem das opções.',
      'A foi pulada: em descanso depois de falhas seguidas.',
      'B foi escolhida (opção 2).',
      'Foi usada a versão 2.0.0 do provedor, que está em teste com 10% dos pagamentos.',
      'O provedor não aceitou o pedido, e nada foi cobrado.',
      'Motivo dado: “valor baixo”',
    ]);
  });

  it('tells of an offer with a connection of its own, and of attempts from before reasons were kept', () => {
    expect(explain({ routing: routing({ by: 'offer', candidates: [candidate('B', { isChosen: true })] }) })).toEqual([
      'O vendedor escolheu esta conexão para a oferta: nenhuma outra pode cobrar por ela.',
      'B foi escolhida.',
      'Foi usada a versão 1.0.0 do provedor.',
      'O provedor respondeu, e o pagamento foi aprovado.',
    ]);
    expect(explain({ routing: null, state: 'UNKNOWN' })[0]).toBe(
      'Esta tentativa é de antes de os motivos serem guardados.',
    );
  });
});
