/** Changes of money rules in the browser: the review before saving, the second person, the history and the way back, and a form that is late. */
import { decideProposal, listProposals, restoreRules } from '@feira/schemas/procedures/money-rules';
import * as settings from '@feira/schemas/procedures/settings';
import { describe, expect, it } from 'vitest';
import { type AdminWorld, answerAdmin, createSession, createWorld } from './admin-world.ts';
import { button, dialog, heading, openContext, PHONE, page, said } from './browser-page.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { compare, createProposal, PROPOSAL_ID, rulesOf } from './money-rules-world.ts';
import { listViolations } from './violations.ts';

let world: AdminWorld;
setUpScreens({
  answer: () => {
    world = createWorld();
  },
});

const open = async (path: string) => {
  answerAdmin(server, world, createSession());
  await page.goto(`${screens.url}/admin-root${path}`);
};
const fee = () => page.getByRole('textbox', { name: 'Taxa percentual, Pix' });
const hasNoSideScroll = async () =>
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);

/** Each of them scrolls by itself, and nothing may stand beside it. */
const dialogFits = async () =>
  expect(await dialog().evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);

describe('saving money rules', () => {
  it('shows before and after and an example sale, and changes nothing until it is confirmed', async () => {
    await open('/platform-settings');
    await fee().fill('14,99');
    await button('Salvar alterações').click();

    await dialog().getByText('Taxas, Pix, Percentual').waitFor();
    await dialog().getByText('14,99%').waitFor();
    const seller = dialog().getByRole('row', { name: /O vendedor recebe/ });
    expect((await seller.textContent())?.replaceAll('\u00a0', ' ')).toContain('R$ 187,17R$ 167,47');
    await dialog().getByRole('combobox', { name: 'Pagamento' }).selectOption('Cartão em 12x');
    await dialog()
      .getByRole('row', { name: /Liberado em.*30 dias.*14 dias/ })
      .waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialogFits();
    expect(server.inputsOf(settings.updateRules)).toEqual([]);

    await dialog().getByLabel('Motivo (opcional)').fill('O provedor ficou mais caro.');
    await button('Salvar mudança').click();

    await said('Alterações salvas.');
    expect(server.inputsOf(settings.updateRules)).toMatchObject([
      { version: 0, note: 'O provedor ficou mais caro.', fees: { PIX: { basisPoints: 1_499 } } },
    ]);
  });

  it('asks nothing where no money is concerned', async () => {
    await open('/platform-settings');
    await page.getByRole('switch', { name: 'Cadastro aberto' }).click();
    await button('Salvar alterações').click();

    await said('Alterações salvas.');
    expect(server.inputsOf(settings.updateRules)).toMatchObject([{ isRegistrationOpen: false }]);
    expect(server.inputsOf(settings.previewRules)).toEqual([]);
  });

  it('says that a large change waits for another person, and shows the rules in force meanwhile', async () => {
    await open('/platform-settings');
    server.answer(settings.previewRules, (changes) =>
      compare(world.settings.settings, rulesOf(changes), { size: 1_000, needsApproval: true }),
    );
    server.answer(settings.updateRules, () => ({ proposalId: PROPOSAL_ID, status: 'WAITING' as const }));
    await fee().fill('14,99');
    await button('Salvar alterações').click();
    await dialog().getByText('mexe em 10% da venda de exemplo').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await button('Pedir aprovação').click();

    await page.getByText('espera a aprovação de outra pessoa').waitFor();
    await expect.poll(() => page.getByText('Alterações salvas.').count()).toBe(0);
    await expect.poll(() => fee().inputValue()).toBe('4,99');
    await expect
      .poll(() => page.getByRole('link', { name: 'Ver a mudança' }).getAttribute('href'))
      .toContain(PROPOSAL_ID);
  });

  it('schedules a change for a later day', async () => {
    await open('/platform-settings');
    server.answer(settings.updateRules, () => ({ proposalId: PROPOSAL_ID, status: 'SCHEDULED' as const }));
    await fee().fill('5,99');
    await button('Salvar alterações').click();
    await dialog().getByLabel('Vale a partir de (opcional)').fill('31/01/2099');
    await button('Agendar mudança').click();

    await page.getByText('A mudança vale a partir de 31/01/2099').waitFor();
    expect(server.inputsOf(settings.updateRules)).toMatchObject([{ effectiveOn: '2099-01-31' }]);
  });

  it('names who changed what and when where somebody else was faster, and keeps what was typed', async () => {
    await open('/platform-settings');
    await fee().fill('6');
    const { settings: rules } = world.settings;
    const theirs = { ...rules.fees!, PIX: { basisPoints: 525, fixed: 0 } };
    world.settings = { ...world.settings, version: 1, settings: { ...rules, fees: theirs } };
    server.answer(settings.previewRules, ({ version, ...changes }) => {
      if (version === 1) return compare(world.settings.settings, rulesOf(changes));
      const details = [{ field: 'fees', message: 'Alterado por Bruno em 27/11/26, 15:00 (horário de Brasília).' }];
      throw new Refused(409, { code: 'EDIT_CONFLICT', message: 'Nada foi salvo.', details });
    });
    await button('Salvar alterações').click();

    await page.getByText('Taxas. Alterado por Bruno em 27/11/26, 15:00').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await button('Continuar com o que digitei').click();
    await button('Salvar alterações').click();
    await button('Salvar mudança').click();

    await said('Alterações salvas.');
    expect(server.inputsOf(settings.updateRules)).toMatchObject([{ version: 1, fees: { PIX: { basisPoints: 600 } } }]);
  });
});

describe('changes of rules', () => {
  it('are approved by another person from the page that the inbox opens', async () => {
    world.proposals = [createProposal()];
    await open(`/money-rules?proposal=${PROPOSAL_ID}`);
    await dialog().getByText('O provedor ficou mais caro.').waitFor();
    await dialog().getByText('Bruno Dias').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Aprovar' }).click();

    await page.getByText('Mudança em vigor.').waitFor();
    expect(server.inputsOf(decideProposal)).toEqual([{ proposalId: PROPOSAL_ID, decision: 'APPROVE' }]);
    await page.getByText('Nenhuma mudança espera aprovação ou data.').waitFor();
    await expect.poll(() => dialog().count()).toBe(0);
    await hasNoSideScroll();
  });

  it('are rejected with a reason alone', async () => {
    world.proposals = [createProposal()];
    await open('/money-rules');
    await page.getByRole('button', { name: 'Ver (Regras da plataforma)' }).click();
    await dialog().getByRole('button', { name: 'Recusar', exact: true }).click();
    await button('Recusar mudança').click();
    await dialog().getByText('Escreva o motivo.').waitFor();
    expect(server.inputsOf(decideProposal)).toEqual([]);
    await dialog().getByLabel('Por que recusar?').fill('Caro demais.');
    await button('Recusar mudança').click();

    await page.getByText('Mudança recusada.').waitFor();
    expect(server.inputsOf(decideProposal)).toEqual([
      { proposalId: PROPOSAL_ID, decision: 'REJECT', reason: 'Caro demais.' },
    ]);
  });

  it('of the own hand wait for somebody else, and can be taken back', async () => {
    world.proposals = [createProposal({ mayApprove: false, mayReject: false, mayCancel: true })];
    await open(`/money-rules?proposal=${PROPOSAL_ID}`);
    await dialog().getByText('outra pessoa da equipe decide').waitFor();
    await expect.poll(() => dialog().getByRole('button', { name: 'Aprovar' }).count()).toBe(0);
    await dialog().getByRole('button', { name: 'Cancelar a mudança' }).click();

    await page.getByText('Mudança cancelada.').waitFor();
  });

  it('lead back to the state before, through a review of their own', async () => {
    world.proposals = [
      createProposal({
        status: 'APPLIED',
        endedAt: '2026-11-19T10:00:00.000Z',
        mayApprove: false,
        mayReject: false,
        mayRestore: true,
      }),
    ];
    await open('/money-rules');
    await page.getByRole('button', { name: 'Ver (Regras da plataforma)' }).click();
    await dialog().getByRole('button', { name: 'Voltar ao estado de antes' }).click();
    await heading('Voltar ao estado de antes desta mudança', 2);
    const review = page.getByRole('dialog', { name: 'Voltar ao estado de antes desta mudança' });
    await review.getByText('4,99%').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await review.getByRole('button', { name: 'Salvar mudança' }).click();

    await page.getByText('Mudança em vigor.').waitFor();
    expect(server.inputsOf(restoreRules)).toEqual([{ proposalId: PROPOSAL_ID }]);
    await expect.poll(() => page.getByRole('button', { name: /^Ver/ }).count()).toBe(2);
  });

  it('say that one is not there, and what an empty history means', async () => {
    await open(`/money-rules?proposal=${PROPOSAL_ID}`);
    await dialog().getByText('Mudança não encontrada').waitFor();
    await dialog().getByRole('button', { name: 'Fechar' }).click();
    await page.getByText('Nenhuma mudança ainda').waitFor();
    expect(server.inputsOf(listProposals).length).toBeGreaterThan(0);
  });

  it('fit a phone, in English too', async () => {
    await openContext({ locale: 'en', viewport: PHONE });
    world.proposals = [createProposal()];
    await open(`/money-rules?proposal=${PROPOSAL_ID}`);
    await dialog().getByText('Another team member has to approve this').waitFor();
    expect(await listViolations(page)).toEqual([]);
    await dialogFits();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.getByText('Needs approval').first().waitFor();
    await hasNoSideScroll();
    expect(await listViolations(page)).toEqual([]);
  });
});
