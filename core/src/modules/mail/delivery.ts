/** Sends one mail over SMTP, and says whether a retry is useful. The caller decides when. */
import type { Config } from '../../plugins/config.ts';
import { toLine } from './mail-text.ts';
import type { MailRow } from './model.ts';
import type { OpenedMail } from './service.ts';

/** Limits one connection. Servers that delay unknown senders do so for seconds. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

export interface Courier {
  /** Signs in at the server. Rejects with its error. */
  verify(): Promise<void>;
  /** Rejects with the server's error. */
  send(row: Pick<MailRow, 'id' | 'recipient'>, mail: OpenedMail, deadlineMs: number): Promise<void>;
}

export async function createCourier({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): Promise<Courier> {
  // A node that sends no mail does not load it.
  const { createTransport } = await import('nodemailer');
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] as string;
  const transport = createTransport({
    // The URL's own options take precedence over these.
    url: smtpUrl,
    requireTLS: isPasswordExposed(new URL(smtpUrl)),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  return {
    verify: async () => void (await transport.verify()),
    async send(
      { id, recipient },
      { subject, html, text, brand, replyTo = brand.supportEmail, unsubscribeLink },
      deadlineMs,
    ) {
      await transport.sendMail({
        // The name is the platform's; the address is the server's, for which SPF and DKIM are set up.
        from: { name: toLine(brand.name, 80), address },
        // An object is used unchanged, while a text could name several recipients.
        to: { name: '', address: recipient },
        envelope: { from: address, to: [recipient] },
        ...(replyTo && {
          replyTo: { name: replyTo === brand.supportEmail ? toLine(brand.name, 80) : '', address: replyTo },
        }),
        subject,
        html,
        text,
        // The same at every attempt, so that a repeat after a lost response can be recognised.
        messageId: `<${id}@${address.split('@')[1]}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          // One click in the mail program, without opening the page (RFC 8058).
          ...(unsubscribeLink && {
            'List-Unsubscribe': `<${unsubscribeLink}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(deadlineMs),
      });
    },
  };
}

/** Returns true if the password would be sent unencrypted. Without a password, encryption is used when the server offers it. */
function isPasswordExposed({ username, hostname }: URL): boolean {
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
}

export interface Refusal {
  /** Without the server's message, because it may quote addresses. */
  failure: string;
  /** True if a retry would fail alike. */
  isFinal: boolean;
}

export function readRefusal(error: unknown): Refusal {
  const { code = 'UNKNOWN', command, responseCode, permanent } = error as SmtpError;
  const failure = responseCode ? `SMTP ${responseCode} (${command})` : code;
  // A refused login or sender is an error of our configuration and affects every mail, so mails wait until it is mended.
  const isAboutThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  // Without a response it was the library that refused the address.
  return { failure, isFinal: isAboutThisMail && (permanent ?? command === 'API') };
}
