/** Tests the administrators' page of fraud rules, of who is blocked or allowed, and of what was refused. */
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import type { Output } from '@feira/schemas/procedure';
import { listProposals } from '@feira/schemas/procedures/money-rules';
import * as risk from '@feira/schemas/procedures/risk';
import { describe, expect, it } from 'vitest';
import { answerAdmin, createSession, createWorld } from './admin-world.ts';
import { button, dialog, openContext, PHONE, page } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { listViolations } from './violations.ts';

type Rules = Output<typeof risk.getRules>;
type Entry = Output<typeof risk.listEntries>['items'][number];

const RULE: risk.RiskRule = {
  id: '01970000-0000-7000-8000-0000000000f1',
  name: 'Valor alto de quem é novo',
  isEnabled: true,
  methods: ['CREDIT_CARD'],
  conditions: [
    { signal: 'AMOUNT', operator: 'AT_LEAST', value: 100_000 },
    { signal: 'PAID_PURCHASES', operator: 'AT_MOST', value: 0 },
  ],
  action: 'CHALLENGE',
  currency: 'BRL',
};
const AT = '2026-11-28T12:00:00.000Z';

/** Returns what the page has saved. */
const savedRules = () => server.inputsOf(risk.saveRules) as { version: number; rules: risk.RiskRule[] }[];

let rules: Rules;
let entries: Entry[];
let proposals: Output<typeof listProposals>['proposals'];
let reviews: Output<typeof risk.listReviews>['items'];
setUpScreens({
  answer: () => {
    rules = { version: 0, currency: 'BRL', rules: [], history: [] };
    entries = [];
    proposals = [];
    reviews = [
      {
        id: '01970000-0000-7000-8000-0000000000f5',
        saleId: '01970000-0000-7000-8000-0000000000f6',
        paymentId: 'payment000000000000001',
        at: AT,
        decideBy: '2026-11-30T12:00:00.000Z',
        title: 'Curso de pão',
        amount: 129_900,
        currency: 'BRL',
        buyerName: 'Lia Souza',
        buyerEmail: 'lia@example.com',
        cardLastDigits: '1111',
        causes: [{ kind: 'RULE', name: RULE.name }],
      },
    ];
  },
});

async function open(search = '') {
  answerAdmin(server, createWorld(), createSession(ADMIN_PERMISSIONS));
  server.answer(risk.getRules, () => rules);
  server.answer(risk.saveRules, ({ version, rules: saved }) => {
    const history = [{ version, savedAt: AT, savedBy: 'Helena Prado', rules: rules.rules }, ...rules.history];
    rules = { ...rules, version: version + 1, rules: saved, history: version > 0 ? history : [] };
    return { proposalId: null, status: 'APPLIED' as const };
  });
  server.answer(risk.dryRun, ({ rules: tried }) => ({
    purchases: 412,
    isCut: false,
    rules: tried.map(({ id }) => ({
      id,
      currency: 'BRL' as const,
      count: 7,
      paid: 3,
      paidAmount: 412_300,
      disputed: 2,
      refused: 4,
    })),
  }));
  server.answer(listProposals, () => ({ proposals, next: null }));
  server.answer(risk.listEntries, () => ({ items: entries, next: null }));
  server.answer(risk.listReviews, () => ({ items: reviews, next: null }));
  server.answer(risk.decideReview, () => {
    reviews = [];
    return {};
  });
  server.answer(risk.listRefused, () => ({
    items: [
      {
        id: '01970000-0000-7000-8000-0000000000f2',
        at: AT,
        title: 'Curso de pão',
        method: 'CREDIT_CARD' as const,
        amount: 129_900,
        currency: 'BRL' as const,
        buyer: 'l•••@example.com',
        causes: [{ kind: 'RULE' as const, name: RULE.name }],
        signals: { AMOUNT: 129_900, HOUR: 3, REFUSALS_TODAY: 2 },
        count: 3,
      },
    ],
    next: null,
  }));
  await page.goto(`${screens.url}/admin-root/risk${search}`);
}

describe('rules', () => {
  it('are written in a dialog, tried on past purchases, and saved as a whole', async () => {
    await open();
    await page.getByText('Nenhuma regra', { exact: true }).waitFor();
    await button('Nova regra').click();
    await dialog().getByRole('button', { name: 'Pronto' }).click();
    await dialog().getByText('Digite ao menos 3 letras').waitFor();
    await dialog().getByLabel('Nome').fill('Valor alto de quem é novo');
    await dialog().getByLabel('Valor da condição 1').fill('1.000,00');
    await dialog().getByRole('button', { name: 'Mais uma condição' }).click();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Pronto' }).click();

    await page.getByText('Valor a partir de R$ 1.000,00 e Compras pagas antes até 0 (Cartão de crédito)').waitFor();
    await button('Testar nos últimos 30 dias').click();
    await page.getByText('Pegaria 7 compras: pagas 3 (R$ 4.123,00), contestadas 2, recusadas pelo banco 4.').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await button('Salvar regras').click();
    await expect.poll(() => button('Salvar regras').count()).toBe(0);
    const { id: _, ...saved } = savedRules()[0]!.rules[0]!;
    const { id: __, ...wanted } = RULE;
    expect([savedRules()[0]!.version, saved]).toEqual([0, wanted]);
  });

  it('change their order, are switched off, and come back from a version before', async () => {
    await openContext({ viewport: PHONE });
    const second = { ...RULE, id: '01970000-0000-7000-8000-0000000000f3', name: 'Contestou antes' };
    rules = {
      currency: 'BRL',
      version: 2,
      rules: [RULE, second],
      history: [{ version: 1, savedAt: AT, savedBy: 'Helena Prado', rules: [] }],
    };
    await open();
    await button(/^Subir.*Contestou antes$/).click();
    await page.getByRole('switch').last().click();
    await button('Salvar regras').click();
    await expect.poll(() => server.inputsOf(risk.saveRules)).toHaveLength(1);
    expect(savedRules()[0]!.rules.map(({ name, isEnabled }) => [name, isEnabled])).toEqual([
      ['Contestou antes', true],
      [RULE.name, false],
    ]);

    await page.getByText('Versões anteriores').click();
    await button(/^Usar esta versão 1$/).click();
    await page.getByText('Nenhuma regra', { exact: true }).waitFor();
    await button('Descartar mudanças').click();
    await page.getByRole('heading', { name: 'Contestou antes' }).waitFor();
  });
});

describe('lists', () => {
  it('take who is blocked, say what is wrong with it, and give it back', async () => {
    await open('?tab=lists');
    await page.getByText('Ninguém nas listas').waitFor();
    server.answer(risk.addEntry, ({ list, kind, value, reason }) => {
      if (!value.includes('@'))
        throw new Refused(422, { code: 'RISK_VALUE_INVALID', message: 'Digite um valor do tipo escolhido.' });
      const id = '01970000-0000-7000-8000-0000000000f4';
      entries = [
        {
          id,
          list,
          kind,
          label: 'f•••@example.com',
          reason,
          addedBy: 'Helena Prado',
          createdAt: AT,
          endsAt: null,
          isOver: false,
        },
      ];
      return { proposalId: null, status: 'APPLIED' as const };
    });
    server.answer(risk.removeEntry, () => {
      entries = [];
      return {};
    });
    await button('Adicionar').click();
    await dialog().getByLabel('Quem').fill('fraude');
    await dialog().getByLabel('Motivo').fill('Contestou duas compras.');
    await dialog().getByRole('button', { name: 'Adicionar à lista' }).click();
    await dialog().getByText('Digite um valor do tipo escolhido.').waitFor();
    await dialog().getByLabel('Quem').fill('fraude@example.com');
    await dialog().getByRole('button', { name: 'Adicionar à lista' }).click();

    await page.getByText('f•••@example.com', { exact: true }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await button(/^Excluir/).click();
    await dialog().getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Ninguém nas listas').waitFor();
  });
});

describe('a second person', () => {
  const proposal = (extra: object) => ({
    id: '01970000-0000-7000-8000-0000000000f8',
    kind: 'RISK_RULES' as const,
    subject: '01970000-0000-7000-8000-0000000000f9',
    subjectName: 'Feira',
    status: 'WAITING' as const,
    before: { rules: [RULE] },
    after: { rules: [] },
    examples: [],
    size: null,
    needsApproval: true,
    note: null,
    restores: null,
    proposer: 'Helena Prado',
    createdAt: AT,
    effectiveAt: null,
    decider: null,
    reason: null,
    endedAt: null,
    mayApprove: true,
    mayReject: true,
    mayCancel: false,
    mayRestore: false,
    ...extra,
  });

  it('is asked for, while the rules stay as they are', async () => {
    rules = { version: 1, currency: 'BRL', rules: [RULE], history: [] };
    await open();
    server.answer(risk.saveRules, () => {
      proposals = [proposal({})];
      return { proposalId: proposals[0]!.id, status: 'WAITING' as const };
    });
    await button(/^Excluir/).click();
    await button('Salvar regras').click();

    await page.getByText('Uma mudança destas regras espera aprovação.').waitFor();
    await page.getByRole('heading', { name: RULE.name }).waitFor();
    expect(await listViolations(page)).toEqual([]);
  });

  it('sees the rules before and after', async () => {
    await open();
    proposals = [proposal({})];
    await page.goto(`${screens.url}/admin-root/money-rules?proposal=${proposals[0]!.id}`);
    await dialog().getByText('Valor a partir de R$ 1.000,00 e Compras pagas antes até 0').waitFor();
    await dialog().getByText('Nenhuma regra.').waitFor();
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('what was refused', () => {
  it('is told with the rule and what was known', async () => {
    await open('?tab=refused');
    await page.getByText('Valor alto de quem é novo').waitFor();
    await page.getByText('Hora do dia: 3 · Cartões recusados em 24 horas: 2').waitFor();
    await page.getByText('3 tentativas na hora').waitFor();
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('the share of chargebacks', () => {
  it('is shown of the platform and its sellers, with what it means', async () => {
    await open('?tab=ratios');
    server.answer(risk.getRatios, () => ({
      platform: { payments: 1_200, chargebacks: 6, basisPoints: 50, level: 'OK' as const },
      sellers: [
        {
          seller: { id: '01970000-0000-7000-8000-0000000000f7', name: 'Maria Lima', email: 'maria@example.com' },
          payments: 400,
          chargebacks: 6,
          basisPoints: 150,
          level: 'OVER' as const,
        },
      ],
    }));
    await page.reload();
    await page.getByText('A plataforma inteira').waitFor();
    await page.getByText('1,5%', { exact: true }).waitFor();
    await page.getByText('A partir de 1%', { exact: true }).waitFor();
    expect(await listViolations(page)).toEqual([]);
  });
});

describe('what is held for review', () => {
  it.each([
    ['Aprovar', 'Cobrar R$ 1.299,00?', 'ACCEPT'],
    ['Recusar', 'Recusar este pagamento?', 'REFUSE'],
  ] as const)('is decided after a question: %s', async (act, question, decision) => {
    await open('?tab=review');
    await page.getByText('•••• 1111').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await button(new RegExp(`^${act}.*Lia Souza$`)).click();
    await dialog().getByText(question, { exact: true }).waitFor();
    expect(server.inputsOf(risk.decideReview)).toEqual([]);
    await dialog().getByRole('button', { name: act }).click();

    await page.getByText('Nada para decidir').waitFor();
    expect(server.inputsOf(risk.decideReview)).toEqual([{ paymentId: 'payment000000000000001', decision }]);
  });
});
