/** Runs a mail server for tests: it accepts, refuses or delays mails, and keeps those that it received. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Letter {
  from: string;
  to: string[];
  /** Names in lower case; the first header of each. */
  headers: Map<string, string>;
  subject: string;
  text: string;
  html: string;
  raw: string;
  isEncrypted: boolean;
}

export interface SmtpInbox {
  url: string;
  /** Every message that was received whole, even if it was refused then. */
  letters: Letter[];
  /** Answers recipients and messages with these codes; null accepts them, 'silence' never answers. */
  answer: { recipient: number | null; message: number | 'silence' | null };
  close(): Promise<void>;
}

const refusal = (code: number) =>
  Object.assign(new Error('No <somebody@example.com> here, said the server'), { responseCode: code });

interface InboxOptions extends SMTPServerOptions {
  /** An address of this machine. */
  host?: string;
}

export async function openSmtpInbox({ host = '127.0.0.1', ...options }: InboxOptions = {}): Promise<SmtpInbox> {
  const letters: Letter[] = [];
  const answer: SmtpInbox['answer'] = { recipient: null, message: null };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: (_address, _session, done) => done(answer.recipient === null ? null : refusal(answer.recipient)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        letters.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          ...parseMessage(Buffer.concat(chunks).toString()),
        });
        if (answer.message === 'silence') return;
        done(answer.message === null ? null : refusal(answer.message));
      });
    },
    ...options,
  });
  // A client that is killed breaks its connection.
  server.on('error', () => undefined);
  const listening = server.listen(0, host);
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://${host}:${port}`,
    letters,
    answer,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function parseMessage(raw: string): Omit<Letter, 'from' | 'to' | 'isEncrypted'> {
  const { headers, body } = parsePart(raw);
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => parsePart(part.replace(/^\r\n/, '')));
  const read = (type: string) => {
    const found = parts.find((part) => part.headers.get('content-type')?.startsWith(type));
    return found ? decodeBody(found) : '';
  };
  const subject = decodeWords(headers.get('subject') ?? '');
  return { headers, subject, text: read('text/plain'), html: read('text/html'), raw };
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

function parsePart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(line.indexOf(':') + 1).trim());
  }
  return { headers, body: raw.slice(end + 4) };
}

const fromQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

function decodeBody({ headers, body }: Part): string {
  switch (headers.get('content-transfer-encoding')) {
    case 'base64':
      return Buffer.from(body, 'base64').toString();
    case 'quoted-printable':
      return fromQuoted(body).toString();
    default:
      return body;
  }
}

/** Decodes header words that are not ASCII. */
export const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, coding: string, word: string) =>
      (coding.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : fromQuoted(word.replaceAll('_', ' '))).toString(),
    );
