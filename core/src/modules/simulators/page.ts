/** Renders one simulated charge and the actions of a bank or a buyer. Plain HTML, because it stands in for an external app. */
import type { SimulatedCharge } from '@feira/plugin-kit';
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
  },
} as const;

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:2rem auto;padding:0 1rem;color:#1c2421}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
button{font:inherit;min-height:44px;padding:0 1rem;border-radius:8px;border:1px solid #9aa8a1;background:#fff;color:inherit;width:100%;margin:.25rem 0}
button.main{background:#0b6e4f;border-color:#0b6e4f;color:#fff;font-weight:600}button:focus-visible{outline:3px solid #6fb89f;outline-offset:2px}
p{color:#45534c}summary{min-height:44px;display:flex;align-items:center;cursor:pointer}`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function renderCharge(charge: SimulatedCharge, locale: Locale): string {
  const texts = TEXTS[locale];
  const money = (cents: number) => escapeHtml(formatCurrency(cents, charge.currency ?? 'BRL', locale));
  const button = (action: string, label: string, kind = '') =>
    `<button name="action" value="${action}"${kind && ` class="${kind}"`}>${escapeHtml(label)}</button>`;
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${texts.title}</title><style>${STYLE}</style></head><body><h1>${texts.title}</h1><p>${texts.note}</p>
<dl><dt>${texts.amount}</dt><dd>${money(charge.amount)}</dd><dt>${texts.paid}</dt><dd>${money(charge.paidAmount)}</dd>
<dt>${texts.status}</dt><dd>${escapeHtml(charge.status)}</dd></dl>
<form method="post">${button('pay', texts.pay, 'main')}<details><summary>${texts.more}</summary>${Object.entries(
    texts.actions,
  )
    .map(([action, label]) => button(action, label))
    .join('')}</details></form></body></html>`;
}
