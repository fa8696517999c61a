import type { Locale } from '@feira/schemas/common';
import en from '../locales/en.json' with { type: 'json' };
import ptBR from '../locales/pt-BR.json' with { type: 'json' };
import type { Texts } from '../texts.ts';

const LOCALES = { 'pt-BR': ptBR, en };

/** The texts of one language for one kind of page: the other language never reaches the browser. */
export function textsOf(locale: Locale, ...sections: (keyof typeof ptBR)[]): Texts {
  return Object.assign({}, ...sections.map((section) => LOCALES[locale][section]));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Writes JSON into a script element so that nothing in it can end the element or start a comment. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

export interface DocumentParts {
  locale: Locale;
  nonce: string;
  title: string;
  style: string;
  /** The script that runs before anything else loads. */
  guard?: string;
  /** Module scripts: the preloaded ones and the one that starts the page. */
  preloads?: string[];
  entry?: string;
  /** Search engines may list the page. */
  isListed?: boolean;
  /** The document is shown only where scripts run: it looks as it does with them from the start. */
  isScripted?: boolean;
  /** Trusted markup for the head and the body. */
  head?: string;
  body: string;
}

/** Saves the request for /favicon.ico. */
export const NO_ICON = '<link rel="icon" href="data:,">';

/** Returns the whole document; `title` is text, everything else is trusted markup. */
export function createDocument(parts: DocumentParts): string {
  const modules = [...(parts.entry ? [parts.entry] : []), ...(parts.preloads ?? [])];
  const nonce = `nonce="${escapeHtml(parts.nonce)}"`;
  return [
    `<!doctype html><html lang="${parts.locale}"${parts.isScripted ? ' class="js"' : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,interactive-widget=resizes-content">',
    `${parts.isListed ? '' : '<meta name="robots" content="noindex">'}<meta name="color-scheme" content="only light">`,
    '<meta name="format-detection" content="telephone=no,date=no,address=no">',
    // Before the guard, whose script costs a phone a moment. No referrer carries more than the origin.
    ...modules.map((url) => `<link rel="modulepreload" ${nonce} href="${escapeHtml(url)}">`),
    `<title>${escapeHtml(parts.title)}</title>`,
    parts.guard ? `<script ${nonce}>${parts.guard}</script>` : '',
    parts.entry ? `<script type="module" ${nonce} src="${escapeHtml(parts.entry)}"></script>` : '',
    `<style ${nonce}>${parts.style}</style>`,
    parts.head ?? '',
    `</head><body>${parts.body}</body></html>`,
  ].join('');
}
