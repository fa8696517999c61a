/**
 * Renders one simulated charge, or one debit under a mandate, and the actions of a bank or a buyer. Plain HTML, because it stands in for an
 * external app.
 */
import type { SimulatedCharge, SimulatedMandateCharge } from '@feira/plugin-kit';
import type { Locale } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';

const TEXTS = {
  'pt-BR': {
    title: 'Simular pagamento',
    note: 'Ambiente de demonstração. Esta página faz o papel do banco: nenhum dinheiro é movimentado.',
    amount: 'Valor',
    paid: 'Recebido',
    status: 'Situação no provedor',
    pay: 'Pagar',
    more: 'Outros acontecimentos',
    actions: {
      'pay-twice': 'Pagar duas vezes',
      'pay-less': 'Pagar metade',
      'pay-more': 'Pagar 1,00 a mais',
      expire: 'Deixar vencer',
      chargeback: 'Contestar (chargeback)',
    },
    refused: 'Isso não é possível na situação em que a cobrança está.',
    debit: {
      title: 'Simular débito do Pix Automático',
      pay: 'Debitar da conta do comprador',
      dueDate: 'Vencimento',
      attempts: 'Tentativas',
      actions: {
        refuse: 'Recusar esta tentativa (sem saldo)',
        'refuse-all': 'Recusar de vez',
        expire: 'Deixar vencer',
        cancel: 'O comprador cancela este débito',
        'end-mandate': 'O comprador cancela a autorização',
      },
      statuses: {
        PENDING: 'Agendado',
        APPROVED: 'Pago',
        REJECTED: 'Recusado',
        EXPIRED: 'Vencido',
        CANCELED: 'Cancelado',
      },
    },
  },
  en: {
    title: 'Simulate payment',
    note: 'Demonstration environment. This page plays the bank: no money moves.',
    amount: 'Amount',
    paid: 'Received',
    status: 'Status at the provider',
    pay: 'Pay',
    more: 'Other events',
    actions: {
      'pay-twice': 'Pay twice',
      'pay-less': 'Pay half',
      'pay-more': 'Pay 1.00 too much',
      expire: 'Let it expire',
      chargeback: 'Dispute (chargeback)',
    },
    refused: 'The charge does not allow this in the state it is in.',
    debit: {
      title: 'Simulate a Pix Automático debit',
      pay: "Debit the buyer's account",
      dueDate: 'Due',
      attempts: 'Attempts',
      actions: {
        refuse: 'Decline this attempt (no funds)',
        'refuse-all': 'Decline for good',
        expire: 'Let it expire',
        cancel: 'The buyer cancels this debit',
        'end-mandate': 'The buyer cancels the agreement',
      },
      statuses: {
        PENDING: 'Scheduled',
        APPROVED: 'Paid',
        REJECTED: 'Declined',
        EXPIRED: 'Expired',
        CANCELED: 'Canceled',
      },
    },
  },
} as const;

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:2rem auto;padding:0 1rem;color:#1c2421}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
button{font:inherit;min-height:44px;padding:0 1rem;border-radius:8px;border:1px solid #9aa8a1;background:#fff;color:inherit;width:100%;margin:.25rem 0}
button.main{background:#0b6e4f;border-color:#0b6e4f;color:#fff;font-weight:600}button:focus-visible{outline:3px solid #6fb89f;outline-offset:2px}
p{color:#45534c}summary{min-height:44px;display:flex;align-items:center;cursor:pointer}`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const button = (action: string, label: string, kind = '') =>
  `<button name="action" value="${action}"${kind && ` class="${kind}"`}>${escapeHtml(label)}</button>`;

/** A page as it is shown: `isRefused` after an action that the charge does not allow. */
export interface Shown {
  locale: Locale;
  isRefused: boolean;
}

interface Page {
  title: string;
  note: string;
  facts: [name: string, value: string][];
  /** The action of the page; null where nothing can be done any more. */
  main: { action: string; label: string } | null;
  more: string;
  others: Record<string, string>;
}

function renderPage({ title, note, facts, main, more, others }: Page, { locale, isRefused }: Shown): string {
  const rows = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  const buttons = Object.entries(others).map(([action, label]) => button(action, label));
  const form = main
    ? `<form method="post">${button(main.action, main.label, 'main')}<details><summary>${more}</summary>${buttons.join('')}</details></form>`
    : '';
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${note}</p>${isRefused ? `<p role="alert"><strong>${TEXTS[locale].refused}</strong></p>` : ''}<dl>${rows}</dl>${form}</body></html>`;
}

export function renderCharge(charge: SimulatedCharge, shown: Shown): string {
  const { locale } = shown;
  const { title, note, amount, paid, status, pay, more, actions } = TEXTS[locale];
  const money = (cents: number) => formatCurrency(cents, charge.currency ?? 'BRL', locale);
  return renderPage(
    {
      title,
      note,
      more,
      others: actions,
      main: { action: 'pay', label: pay },
      facts: [
        [amount, money(charge.amount)],
        [paid, money(charge.paidAmount)],
        [status, charge.status],
      ],
    },
    shown,
  );
}

/** One attempt of a debit waits at a time; after a refused one, the platform asks for another on a day that the mandate allows. */
export function renderDebit(debit: SimulatedMandateCharge, shown: Shown): string {
  const { locale } = shown;
  const { note, amount, paid, status, more, debit: texts } = TEXTS[locale];
  const { title, pay, actions, dueDate, attempts, statuses } = texts;
  const money = (cents: number) => formatCurrency(cents, 'BRL', locale);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return renderPage(
    {
      title,
      note,
      more,
      others: actions,
      main: debit.status === 'PENDING' ? { action: 'pay', label: pay } : null,
      facts: [
        [amount, money(debit.amount)],
        [dueDate, day.format(new Date(debit.dueDate))],
        [attempts, String(debit.attemptCount)],
        [paid, money(debit.paidAmount)],
        [status, statuses[debit.status]],
      ],
    },
    shown,
  );
}
