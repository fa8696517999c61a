/** One mail over SMTP. Whoever calls decides when to try again; here is only told whether that makes sense. */
import { createTransport } from 'nodemailer';
import type { Config } from '../../plugins/config.ts';
import { toLine } from './mail-text.ts';
import type { MailRow } from './model.ts';
import type { OpenedMail } from './service.ts';

/** Of one connection. Servers that make strangers wait do so for seconds. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

export interface Courier {
  /** Rejects with what the server said. */
  send(row: Pick<MailRow, 'id' | 'recipient'>, mail: OpenedMail, deadlineMs: number): Promise<void>;
}

export function createCourier({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): Courier {
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] as string;
  const transport = createTransport({
    // What the address says wins over all of these.
    url: smtpUrl,
    requireTLS: isPasswordExposed(new URL(smtpUrl)),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  return {
    async send({ id, recipient }, { subject, html, text, brand }, deadlineMs) {
      await transport.sendMail({
        // The name of a platform is its own; the address is the server's, which answers for it (SPF, DKIM).
        from: { name: toLine(brand.name, 80), address },
        // An object is taken as it is: a text could name several people.
        to: { name: '', address: recipient },
        envelope: { from: address, to: [recipient] },
        ...(brand.supportEmail && { replyTo: { name: toLine(brand.name, 80), address: brand.supportEmail } }),
        subject,
        html,
        text,
        // The same at every attempt: where an answer was lost, the repeat can be recognised.
        messageId: `<${id}@${address.split('@')[1]}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(deadlineMs),
      });
    },
  };
}

/** A password leaves this machine only encrypted; without one, encryption is taken where it is offered. */
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
  /** Without the server's words: they repeat addresses. */
  failure: string;
  /** Asking again would get the same answer. */
  isFinal: boolean;
}

export function readRefusal(error: unknown): Refusal {
  const { code = 'UNKNOWN', command, responseCode, permanent } = error as SmtpError;
  const failure = responseCode ? `SMTP ${responseCode} (${command})` : code;
  // A refused login or sender is our configuration's fault and every mail's: those wait until somebody mends it.
  const isAboutThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  // Without an answer it was the library that found the address impossible.
  return { failure, isFinal: isAboutThisMail && (permanent ?? command === 'API') };
}
