/** Draws the pages of the API's documentation: the reference, and what each error means. */
import type { Locale } from '@feira/schemas/common';
import { ERRORS } from '@feira/schemas/error-catalogue';
import { escapeHtml } from '../../shared/escape-html.ts';

const TEXTS = {
  'pt-BR': {
    reference: 'Documentação da API',
    none: 'A referência precisa de JavaScript. O documento OpenAPI está em',
    errors: 'Erros da API',
    errorsText: 'Cada erro tem um código que nunca muda. Decida pelo código; a frase pode mudar.',
    code: 'Código',
    status: 'Status',
    meaning: 'O que significa',
    back: 'Voltar à referência',
  },
  en: {
    reference: 'API documentation',
    none: 'The reference needs JavaScript. The OpenAPI document is at',
    errors: 'Errors of the API',
    errorsText: 'Each error has a code that never changes. Decide by the code; the sentence may change.',
    code: 'Code',
    status: 'Status',
    meaning: 'Meaning',
    back: 'Back to the reference',
  },
} as const satisfies Record<Locale, Record<string, string>>;

/** The addresses of the page's script, which the build wrote, and of the document that it draws. */
const SCRIPT = '/assets/api-reference/reference.js';
const DOCUMENT = '/v1/openapi.json';

/** No fonts, telemetry or requests of other hosts; a key typed into a page of documentation would be one too many. */
const SETTINGS = {
  url: DOCUMENT,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'direct',
};

/** A page with an origin of its own has no storage, which the script takes for granted. */
const FORGETFUL_STORAGE = `for (const name of ['localStorage', 'sessionStorage']) {
  const kept = new Map();
  Object.defineProperty(window, name, { value: {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() { return kept.size; },
  } });
}`;

/**
 * Returns the policy of the reference. Its script is another project's, so that the page has an origin of its own: it reaches neither the
 * session nor the calls of the person who reads it.
 */
export const referencePolicy = (nonce: string, origin: string): string =>
  [
    "default-src 'none'",
    `script-src ${origin}${SCRIPT} 'nonce-${nonce}'`,
    // Its parts bring their styles themselves.
    "style-src 'unsafe-inline'",
    'img-src data:',
    `connect-src ${origin}${DOCUMENT}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts allow-downloads allow-popups allow-top-navigation-by-user-activation',
  ].join('; ');

const page = (locale: Locale, title: string, head: string, body: string) => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;

export function drawReference(locale: Locale, nonce: string, origin: string): string {
  const { reference, none } = TEXTS[locale];
  const settings = JSON.stringify({ ...SETTINGS, url: origin + DOCUMENT }).replaceAll('<', '\\u003c');
  return page(
    locale,
    reference,
    '',
    `<main id="reference" aria-label="${escapeHtml(reference)}"></main>
<noscript><p>${escapeHtml(none)} <a href="${DOCUMENT}">${DOCUMENT}</a>.</p></noscript>
<script nonce="${nonce}">${FORGETFUL_STORAGE}</script>
<script nonce="${nonce}" src="${SCRIPT}"></script>
<script nonce="${nonce}">Scalar.createApiReference('#reference', ${settings});</script>`,
  );
}

export const errorsPolicy = (nonce: string): string =>
  `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:960px;margin:0 auto;padding:24px;color:#1b1f1d;background:#fff}
table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:8px 12px 8px 0;border-block-end:1px solid #d8dedb;vertical-align:top}
code{overflow-wrap:anywhere}tr:target{background:#e6f4ee}a{color:#0b6b4f}
@media(prefers-color-scheme:dark){body{color:#e8ecea;background:#141816}th,td{border-color:#37403c}tr:target{background:#143d30}a{color:#5fd0a8}}`;

export function drawErrors(locale: Locale, nonce: string): string {
  const text = TEXTS[locale];
  const rows = Object.entries(ERRORS).map(
    ([code, entry]) =>
      `<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${entry.status}</td><td>${escapeHtml(entry[locale])}</td></tr>`,
  );
  return page(
    locale,
    text.errors,
    `<style nonce="${nonce}">${STYLE}</style>`,
    `<main><p><a href="/docs">${escapeHtml(text.back)}</a></p><h1>${escapeHtml(text.errors)}</h1><p>${escapeHtml(text.errorsText)}</p>
<table><thead><tr><th scope="col">${escapeHtml(text.code)}</th><th scope="col">${escapeHtml(text.status)}</th><th scope="col">${escapeHtml(text.meaning)}</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></main>`,
  );
}
