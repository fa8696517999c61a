import type { Locale } from '@feira/schemas/common';

const TEXTS: Record<Locale, { title: string; text: string; retry: string }> = {
  'pt-BR': {
    title: 'Você está sem internet',
    text: 'O painel precisa de conexão para mostrar suas vendas e seu saldo, e não guarda esses dados neste aparelho. Confira a rede e tente de novo.',
    retry: 'Tentar de novo',
  },
  en: {
    title: 'You are offline',
    text: 'The dashboard needs a connection to show your sales and balance, and keeps none of that data on this device. Check your network and try again.',
    retry: 'Try again',
  },
};

/** Writes the page that stands in for a dashboard without a connection. The link leads to the same address. */
export function writeOfflinePage(language: string): string {
  const locale: Locale = /^pt/i.test(language) ? 'pt-BR' : 'en';
  const { title, text, retry } = TEXTS[locale];
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>:root{color-scheme:light dark}body{display:grid;min-height:90vh;margin:0;place-content:center;padding:24px;font:1rem/1.5 system-ui,sans-serif}
main{max-width:32rem}a{display:inline-block;padding:12px 0;color:inherit;font-weight:600}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><a href="">${retry}</a></main></body></html>`;
}
