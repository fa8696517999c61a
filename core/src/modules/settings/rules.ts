/** What no schema can say about settings: which values fit each other. Only what a change touches is checked. */
import type { Locale } from '@feira/schemas/common';
import type { PlatformSettings } from '@feira/schemas/platform';
import { isDocument } from '@feira/schemas/rules/document';
import { AppError } from '../../plugins/errors.ts';

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
const DOCUMENT_WRONG: Reason = {
  'pt-BR': 'Digite um CPF ou CNPJ válido.',
  en: 'Type a valid CPF or CNPJ.',
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

/** `settings` are those after the change. */
export function checkSettings(
  settings: PlatformSettings,
  change: Change,
  { toField, splitsSales }: { toField: (setting: string) => string; splitsSales: boolean },
): void {
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
  const document = change.customization?.account?.document;
  if (document && !isDocument(document)) reasons['customization.account.document'] = DOCUMENT_WRONG;
  const problems = Object.entries(reasons).map(([setting, reason]) => [toField(setting), reason] as const);
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', { reasons: Object.fromEntries(problems) });
}
