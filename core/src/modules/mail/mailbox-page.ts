/** Renders the local mailbox, which shows mails instead of sending them. Plain HTML without scripts. */
import type { Locale } from '@feira/schemas/common';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { MailRow } from './model.ts';
import type { OpenedMail } from './service.ts';

interface Texts {
  title: string;
  note: (platform: string) => string;
  setUp: string;
  empty: string;
  reload: string;
  back: string;
  to: string;
  subject: string;
  time: string;
  state: string;
  states: Record<MailRow['state'], string>;
  gone: string;
  rendered: string;
  text: string;
  otherLanguage: string;
}

const TEXTS: Record<Locale, Texts> = {
  'pt-BR': {
    title: 'Caixa de e-mails',
    note: (platform) =>
      `Os e-mails de ${platform} ficam aqui em vez de sair desta máquina. Só quem está nela vê esta página.`,
    setUp:
      'Para enviar de verdade, defina SMTP_URL (por exemplo smtps://usuario:senha@smtp.exemplo.com.br) e MAIL_FROM.',
    empty: 'Nenhum e-mail ainda. Peça um link de acesso ou crie uma conta e volte aqui.',
    reload: 'Atualizar',
    back: 'Todos os e-mails',
    to: 'Para',
    subject: 'Assunto',
    time: 'Quando',
    state: 'Situação',
    states: { WAITING: 'Guardado', SENT: 'Enviado', FAILED: 'Não enviado' },
    gone: 'O conteúdo foi apagado depois do envio.',
    rendered: 'E-mail como a pessoa o vê',
    text: 'Versão em texto',
    otherLanguage: 'English',
  },
  en: {
    title: 'Mailbox',
    note: (platform) =>
      `Mails of ${platform} stay here instead of leaving this machine. Only who sits at it can see this page.`,
    setUp: 'To send them for real, set SMTP_URL (such as smtps://user:password@smtp.example.com) and MAIL_FROM.',
    empty: 'No mail yet. Ask for a sign-in link or open an account, and come back.',
    reload: 'Reload',
    back: 'All mails',
    to: 'To',
    subject: 'Subject',
    time: 'When',
    state: 'State',
    states: { WAITING: 'Kept', SENT: 'Sent', FAILED: 'Not sent' },
    gone: 'What it said was deleted after sending.',
    rendered: 'The mail as its reader sees it',
    text: 'As text',
    otherLanguage: 'Português',
  },
};

const STYLE = `*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#17201b;background:#f5f7f5}
header{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:baseline;justify-content:space-between}h1{font-size:1.5rem;margin:0}
p{color:#55615a;margin:.5rem 0}a{color:#0b6e4f}nav a{display:inline-flex;min-height:44px;align-items:center;margin-right:1rem}
.set-up{background:#fcf1d8;color:#7a5200;border-radius:8px;padding:.75rem 1rem;margin:1rem 0;overflow-wrap:anywhere}
.list{background:#fff;border:1px solid #dfe4e0;border-radius:12px;overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.75rem 1rem;border-top:1px solid #dfe4e0;vertical-align:top}thead th{border:0;color:#55615a;font-size:.875rem;font-weight:600}
td:nth-child(3),td:nth-child(4){white-space:nowrap;color:#55615a}td a{display:inline-block;padding:.6rem 0;margin:-.6rem 0;font-weight:600}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:#55615a}dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:40rem;border:1px solid #dfe4e0;border-radius:12px;background:#fff}h2{font-size:1rem;margin:1.5rem 0 .5rem}
pre{background:#fff;border:1px solid #dfe4e0;border-radius:12px;padding:1rem;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,monospace}
a:focus-visible{outline:3px solid #6fb89f;outline-offset:2px}`;

export interface Shown {
  row: MailRow;
  /** Null when the content has been deleted. */
  mail: OpenedMail | null;
}

export interface MailboxPage {
  platformName: string;
  locale: Locale;
  /** True if no SMTP server is configured, so mails stay here. */
  isKept: boolean;
}

export function renderMailbox(list: Shown[], { platformName, locale, isKept }: MailboxPage): string {
  const texts = TEXTS[locale];
  const rows = list.map(
    ({
      row,
      mail,
    }) => `<tr><td><a href="/mailbox/${row.id}?lang=${locale}">${escapeHtml(mail?.subject ?? row.template)}</a></td>
<td>${escapeHtml(row.recipient)}</td><td>${formatTime(row.createdAt, locale)}</td><td>${describeState(row, texts)}</td></tr>`,
  );
  const table = `<div class="list"><table><thead><tr><th scope="col">${texts.subject}</th><th scope="col">${texts.to}</th>
<th scope="col">${texts.time}</th><th scope="col">${texts.state}</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
  return renderPage(
    texts.title,
    locale,
    `<header><h1>${texts.title}</h1><nav><a href="/mailbox?lang=${locale}">${texts.reload}</a>${renderSwitch('/mailbox', locale)}</nav></header>
<p>${escapeHtml(texts.note(platformName))}</p>${isKept ? `<p class="set-up">${texts.setUp}</p>` : ''}
${list.length > 0 ? table : `<p>${texts.empty}</p>`}`,
  );
}

export function renderMailPage({ row, mail }: Shown, { locale }: MailboxPage): string {
  const texts = TEXTS[locale];
  const title = mail?.subject ?? row.template;
  return renderPage(
    title,
    locale,
    `<header><h1>${escapeHtml(title)}</h1><nav><a href="/mailbox?lang=${locale}">${texts.back}</a>${renderSwitch(`/mailbox/${row.id}`, locale)}</nav></header>
<dl><dt>${texts.to}</dt><dd>${escapeHtml(row.recipient)}</dd><dt>${texts.time}</dt><dd>${formatTime(row.createdAt, locale)}</dd>
<dt>${texts.state}</dt><dd>${describeState(row, texts)}</dd></dl>
${mail ? renderContent(mail, texts) : `<p>${texts.gone}</p>`}`,
  );
}

/** The frame is sandboxed: nothing in it runs or reaches this page. Its links open in a new tab, as from a mail program. */
const renderContent = (mail: OpenedMail, texts: Texts) => `<h2>${texts.rendered}</h2>
<iframe title="${escapeHtml(texts.rendered)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(
  mail.html.replace('<head>', '<head><base target="_blank">'),
)}"></iframe><h2>${texts.text}</h2><pre>${linkAddresses(mail.text)}</pre>`;

const linkAddresses = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1
        ? `<a href="${escapeHtml(part)}" target="_blank" rel="noopener">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');

const describeState = ({ state, failure }: MailRow, texts: Texts): string =>
  escapeHtml(failure ? `${texts.states[state]} (${failure})` : texts.states[state]);

const formatTime = (time: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' }).format(
    time,
  );

function renderSwitch(path: string, locale: Locale): string {
  const other = locale === 'en' ? 'pt-BR' : 'en';
  return `<a href="${path}?lang=${other}" hreflang="${other}" lang="${other}">${TEXTS[locale].otherLanguage}</a>`;
}

const renderPage = (title: string, locale: Locale, body: string): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
