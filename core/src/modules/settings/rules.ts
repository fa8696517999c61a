/** Checks rules that no schema can express: which settings fit together. Only changed settings are checked. */
import type { Locale } from '@feira/schemas/common';
import type { PlatformSettings } from '@feira/schemas/platform';
import { isDocument } from '@feira/schemas/rules/document';
import { AppError } from '../../plugins/errors.ts';
import { DOCUMENT_WRONG } from '../../shared/documents.ts';
import { CHOSEN_METHODS, type listChoices } from '../payouts/service.ts';

type Change = Partial<PlatformSettings>;
type Reason = Record<Locale, string>;

const CURRENCY_MISSING: Reason = {
  'pt-BR': 'A moeda padrão precisa estar entre as moedas aceitas.',
  en: 'The default currency has to be among the accepted ones.',
};
const METHODS_EMPTY: Reason = {
  'pt-BR': 'Mantenha ao menos uma forma de pagamento.',
  en: 'Keep at least one payment method.',
};
const INTEREST_FREE_HIGH: Reason = {
  'pt-BR': 'As parcelas sem juros não podem passar do máximo de parcelas.',
  en: 'Interest-free installments cannot exceed the most installments.',
};
const FIRST_FEE: Reason = {
  'pt-BR': 'À vista não há juros: a primeira taxa é 0.',
  en: 'A single installment has no interest: the first fee is 0.',
};

const CUSTODY_UNAVAILABLE: Reason = {
  'pt-BR':
    'Nenhuma conexão ativa divide vendas. Ative uma que divida e, se ela pedir, informe o recebedor da plataforma.',
  en: 'No enabled connection splits sales. Enable one that does and, where it asks for one, name the platform’s own receiver.',
};
const AUTOMATIC_HIGH: Reason = {
  'pt-BR': 'Não pode passar do valor que exige duas aprovações.',
  en: 'It cannot exceed the amount that needs two approvals.',
};

const PAYER_UNKNOWN: Reason = {
  'pt-BR': 'A plataforma não tem esta conexão. Escolha uma da lista.',
  en: 'The platform has no such connection. Choose one of the list.',
};
const PAYER_DISABLED: Reason = {
  'pt-BR': 'Esta conexão está desativada. Ative-a primeiro ou escolha outra.',
  en: 'This connection is disabled. Enable it first, or choose another one.',
};
const PAYER_UNABLE: Reason = {
  'pt-BR': 'Esta conexão não paga saques desta forma. Escolha outra.',
  en: 'This connection does not send withdrawals in this way. Choose another one.',
};

type Choice = Awaited<ReturnType<typeof listChoices>>[number];

export interface Facts {
  before: PlatformSettings;
  toField: (setting: string) => string;
  splitsSales: boolean;
  /** Connections that can send withdrawals. */
  payers: readonly Choice[];
}

/** A payer that was chosen before stays allowed while it is disabled; its withdrawals wait for it. */
function findPayerProblems({ withdrawals }: PlatformSettings, { before, payers }: Facts): Record<string, Reason> {
  const problems: Record<string, Reason> = {};
  for (const method of CHOSEN_METHODS) {
    const id = withdrawals.payers?.[method];
    if (!id || id === before.withdrawals.payers?.[method]) continue;
    const found = payers.find((payer) => payer.id === id);
    const field = `withdrawals.payers.${method}`;
    if (!found) problems[field] = PAYER_UNKNOWN;
    else if (!found.methods.includes(method)) problems[field] = PAYER_UNABLE;
    else if (!found.isEnabled) problems[field] = PAYER_DISABLED;
  }
  return problems;
}

/** `settings` are those after the change. */
export function checkSettings(settings: PlatformSettings, change: Change, facts: Facts): void {
  const { toField, splitsSales } = facts;
  const reasons: Record<string, Reason> = {};
  const { currency, currencies, methods, installments } = settings;
  if ((change.currency || change.currencies) && !currencies.includes(currency)) {
    reasons[change.currency ? 'currency' : 'currencies'] = CURRENCY_MISSING;
  }
  if (change.methods && methods.length === 0) reasons.methods = METHODS_EMPTY;
  if (change.installments) {
    if (installments.interestFree > installments.max) reasons['installments.interestFree'] = INTEREST_FREE_HIGH;
    if (installments.feeBasisPoints[0] !== 0) reasons['installments.feeBasisPoints.0'] = FIRST_FEE;
  }
  if (change.custody === 'PROVIDER' && !splitsSales) reasons.custody = CUSTODY_UNAVAILABLE;
  const { automaticUpTo, secondApprovalAbove } = settings.withdrawals;
  if (change.withdrawals && automaticUpTo > secondApprovalAbove) reasons['withdrawals.automaticUpTo'] = AUTOMATIC_HIGH;
  if (change.withdrawals) Object.assign(reasons, findPayerProblems(settings, facts));
  const document = change.customization?.account?.document;
  if (document && !isDocument(document)) reasons['customization.account.document'] = DOCUMENT_WRONG;
  const problems = Object.entries(reasons).map(([setting, reason]) => [toField(setting), reason] as const);
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', { reasons: Object.fromEntries(problems) });
}
