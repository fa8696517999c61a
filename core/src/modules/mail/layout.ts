/** Renders every mail as HTML for old mail programs, and as plain text. All values are escaped here. */
import type { Locale } from '@feira/schemas/common';
import { mixColours, readableOn, safeColour } from '@feira/schemas/rules/colours';
import { escapeHtml } from '../../shared/escape-html.ts';
import { type MailText, toLine } from './mail-text.ts';
import { FRAMES } from './texts.ts';

/** The sender: the platform's name, address and design. */
export interface Brand {
  name: string;
  /** The platform's own address, without a trailing slash. */
  url: string;
  /** An https address or a path on the platform; empty for none. */
  logoUrl: string;
  colour: string | undefined;
  legalName: string;
  supportEmail: string;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

const COLOUR = '#0b6e4f';
const INK = '#17201b';
const MUTED = '#55615a';
const SURFACE = '#ffffff';
const STRIPES = 10;
const STRIPE_HEIGHT = 20;
/** Mail programs that know no style sheets show the light colours of the attributes, which stand alone. */
const DARK = `@media (prefers-color-scheme:dark){.page{background:#0f1411!important}.card{background:#1a211d!important}
.ink,.ink a{color:#e8efea!important}.muted,.muted a{color:#a8b5ad!important}.code{background:#10160f!important;color:#e8efea!important;border-color:#3a4740!important}}`;
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const renderMail = (mail: MailText, brand: Brand, locale: Locale): RenderedMail => ({
  subject: toLine(mail.subject, 150),
  html: renderHtml(mail, brand, locale),
  text: renderText(mail, brand, locale),
});

/** Uses tables and inline styles, because mail programs drop style sheets and most of modern layout. */
function renderHtml(mail: MailText, brand: Brand, locale: Locale): string {
  const colour = safeColour(brand.colour, COLOUR);
  // After the greeting.
  const preview = mail.paragraphs[1] ?? mail.paragraphs[0] ?? '';
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no"><title>${escapeHtml(mail.subject)}</title><style>:root{color-scheme:light dark}${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f0f3f1">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${SURFACE};border-radius:12px">
<tr><td>${renderAwning(colour)}</td></tr>
<tr><td class="ink" style="padding:24px 32px 32px;${FONT};font-size:16px;line-height:1.5;color:${INK}">
${renderBrand(brand)}
<h1 style="margin:24px 0 16px;font-size:22px;line-height:1.3">${escapeHtml(mail.subject)}</h1>
${mail.paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n')}
${mail.code ? renderCode(mail.code) : ''}${renderDetails(mail.details ?? [])}${mail.action ? renderAction(mail.action, colour, locale) : ''}${mail.document ? renderDocument(mail.document) : ''}
${mail.notes.map((text) => `<p class="muted" style="margin:0 0 8px;font-size:14px;color:${MUTED}">${escapeHtml(text)}</p>`).join('\n')}
</td></tr></table>
<p class="muted" style="margin:16px 0 0;${FONT};font-size:13px;line-height:1.5;color:${MUTED}">${listFooter(mail, brand, locale).map(escapeHtml).join('<br>')}${mail.unsubscribeLink ? `<br><a href="${escapeHtml(mail.unsubscribeLink)}" style="color:inherit">${escapeHtml(FRAMES[locale].unsubscribe)}</a>` : ''}</p>
</td></tr></table></body></html>
`;
}

/** Draws the awning of a market stall in the platform's colour. It says nothing, so it is hidden from screen readers. */
function renderAwning(colour: string): string {
  const soft = mixColours(colour, SURFACE, 0.8);
  const stripes = Array.from({ length: STRIPES }, (_, index) => {
    const style = `height:${STRIPE_HEIGHT}px;line-height:1px;font-size:1px;background:${index % 2 === 0 ? colour : soft};border-radius:0 0 14px 14px`;
    return `<td width="${100 / STRIPES}%" style="${style}">&nbsp;</td>`;
  });
  return `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0" style="border-radius:12px 12px 0 0;overflow:hidden"><tr>${stripes.join('')}</tr></table>`;
}

function renderBrand({ name, url, logoUrl }: Brand): string {
  const address = logoUrl.startsWith('/') ? `${url}${logoUrl}` : logoUrl;
  const content = /^https?:\/\//.test(address)
    ? `<img src="${escapeHtml(address)}" alt="${escapeHtml(name)}" height="36" style="display:block;height:36px;max-width:240px;border:0">`
    : `<strong style="font-size:18px">${escapeHtml(name)}</strong>`;
  return `<div>${content}</div>`;
}

function renderDetails(details: [string, string][]): string {
  if (details.length === 0) return '';
  const rows = details.map(
    ([label, value]) =>
      `<tr><td class="muted" style="padding:4px 16px 4px 0;color:${MUTED};vertical-align:top">${escapeHtml(label)}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px">${rows.join('')}</table>\n`;
}

const renderCode = ({ label, value }: NonNullable<MailText['code']>): string =>
  `<p class="muted" style="margin:0 0 4px;font-size:14px;color:${MUTED}">${escapeHtml(label)}</p>
<p class="code" style="margin:0 0 16px;padding:12px;border:1px solid #d5ddd8;border-radius:8px;background:#f6f8f7;font-family:Consolas,Menlo,monospace;font-size:14px;word-break:break-all">${escapeHtml(value)}</p>\n`;

const renderDocument = ({ label, link }: NonNullable<MailText['document']>): string =>
  `<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="color:inherit;text-decoration:underline">${escapeHtml(label)}</a></p>\n`;

function renderAction({ label, link }: NonNullable<MailText['action']>, colour: string, locale: Locale): string {
  const address = escapeHtml(link);
  const onColour = readableOn(SURFACE, colour, SURFACE);
  return `<p style="margin:8px 0 24px"><a href="${address}" style="display:inline-block;padding:14px 28px;border-radius:8px;background:${colour};color:${onColour};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="muted" style="margin:0 0 24px;font-size:14px;color:${MUTED}">${escapeHtml(FRAMES[locale].copyLink)}<br><a href="${address}" style="color:${MUTED};word-break:break-all">${address}</a></p>`;
}

const listFooter = (
  { reason = 'account' }: MailText,
  { name, legalName, supportEmail }: Brand,
  locale: Locale,
): string[] => [
  legalName && legalName !== name ? `${name} · ${legalName}` : name,
  ...(supportEmail ? [FRAMES[locale].support(supportEmail)] : []),
  FRAMES[locale].automatic[reason],
];

function renderText(mail: MailText, brand: Brand, locale: Locale): string {
  const blocks = [
    ...mail.paragraphs,
    // On a line of its own, so that it is marked and copied as a whole.
    ...(mail.code ? [`${mail.code.label}:\n${mail.code.value}`] : []),
    ...(mail.details ? [mail.details.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(mail.action ? [`${mail.action.label}:\n${mail.action.link}`] : []),
    ...(mail.document ? [`${mail.document.label}:\n${mail.document.link}`] : []),
    mail.notes.join('\n'),
    // Mail programs recognise a signature by this line.
    `-- \n${[...listFooter(mail, brand, locale), ...(mail.unsubscribeLink ? [`${FRAMES[locale].unsubscribe}: ${mail.unsubscribeLink}`] : [])].join('\n')}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
