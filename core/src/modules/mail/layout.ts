/** Renders every mail as HTML for old mail programs, and as plain text. All values are escaped here. */
import type { Locale } from '@feira/schemas/common';
import { readableOn, safeColour } from '@feira/schemas/rules/colours';
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
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const renderMail = (mail: MailText, brand: Brand, locale: Locale): RenderedMail => ({
  subject: toLine(mail.subject, 150),
  html: renderHtml(mail, brand, locale),
  text: renderText(mail, brand, locale),
});

/** Uses tables and inline styles, because mail programs drop style sheets and most of modern layout. */
function renderHtml(mail: MailText, brand: Brand, locale: Locale): string {
  const colour = safeColour(brand.colour, COLOUR);
  const [preview = ''] = mail.paragraphs.slice(1);
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><meta name="format-detection" content="telephone=no"><title>${escapeHtml(mail.subject)}</title></head>
<body style="margin:0;padding:0;background:#f0f3f1">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${SURFACE};border-top:4px solid ${colour};border-radius:12px">
<tr><td style="padding:32px;${FONT};font-size:16px;line-height:1.5;color:${INK}">
${renderBrand(brand)}
<h1 style="margin:24px 0 16px;font-size:22px;line-height:1.3">${escapeHtml(mail.subject)}</h1>
${mail.paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n')}
${renderDetails(mail.details ?? [])}${mail.action ? renderAction(mail.action, colour, locale) : ''}
${mail.notes.map((text) => `<p style="margin:0 0 8px;font-size:14px;color:${MUTED}">${escapeHtml(text)}</p>`).join('\n')}
</td></tr></table>
<p style="margin:16px 0 0;${FONT};font-size:13px;line-height:1.5;color:${MUTED}">${listFooter(brand, locale).map(escapeHtml).join('<br>')}</p>
</td></tr></table></body></html>
`;
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
      `<tr><td style="padding:4px 16px 4px 0;color:${MUTED};vertical-align:top">${escapeHtml(label)}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px">${rows.join('')}</table>\n`;
}

function renderAction({ label, link }: NonNullable<MailText['action']>, colour: string, locale: Locale): string {
  const address = escapeHtml(link);
  const onColour = readableOn(SURFACE, colour, SURFACE);
  return `<p style="margin:8px 0 24px"><a href="${address}" style="display:inline-block;padding:14px 28px;border-radius:8px;background:${colour};color:${onColour};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 24px;font-size:14px;color:${MUTED}">${escapeHtml(FRAMES[locale].copyLink)}<br><a href="${address}" style="color:${MUTED};word-break:break-all">${address}</a></p>`;
}

const listFooter = ({ name, legalName, supportEmail }: Brand, locale: Locale): string[] => [
  legalName && legalName !== name ? `${name} · ${legalName}` : name,
  ...(supportEmail ? [FRAMES[locale].support(supportEmail)] : []),
  FRAMES[locale].automatic,
];

function renderText(mail: MailText, brand: Brand, locale: Locale): string {
  const blocks = [
    ...mail.paragraphs,
    ...(mail.details ? [mail.details.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(mail.action ? [`${mail.action.label}:\n${mail.action.link}`] : []),
    mail.notes.join('\n'),
    // Mail programs recognise a signature by this line.
    `-- \n${listFooter(brand, locale).join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
