/** Names what an entry of a list means by an HMAC, so that neither addresses nor documents are stored a second time. */
import type { RiskKind } from '@feira/schemas/procedures/risk';
import { normalizeDocument } from '@feira/schemas/rules/document';
import { isEmail } from '@feira/schemas/rules/email';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { maskDocument, readDocument } from '../../shared/documents.ts';
import { maskEmail } from '../../shared/mask-email.ts';
import { neighbourhoodOf } from '../../shared/networks.ts';
import { hashBin, hashSubject, normalizeEmail } from '../velocity/service.ts';

type KeyApp = Pick<FastifyInstance, 'config'>;

export interface NamedSubject {
  subject: string;
  /** Enough to be recognised by who knows it. */
  label: string;
}

const DOMAIN = /^(?=.{4,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const BIN = /^\d{8}$/;

const hash = (app: KeyApp, kind: RiskKind, text: string) => hashSubject(app, 'risk', kind, text);

/** Returns the name of what was typed; null where it is none of its kind. */
export function nameSubject(app: KeyApp, kind: RiskKind, typed: string): NamedSubject | null {
  const text = typed.trim().toLowerCase();
  switch (kind) {
    case 'EMAIL':
      return isEmail(text) ? { subject: hash(app, kind, normalizeEmail(text)), label: maskEmail(text) } : null;
    case 'DOMAIN': {
      const domain = text.replace(/^@/, '');
      return DOMAIN.test(domain) ? { subject: hash(app, kind, domain), label: domain } : null;
    }
    case 'DOCUMENT': {
      const document = readDocument(typed);
      return document ? { subject: hash(app, kind, document), label: maskDocument(document) } : null;
    }
    case 'BIN': {
      const digits = text.replace(/[\s.-]/g, '');
      return BIN.test(digits) ? { subject: hashBin(app, digits), label: digits } : null;
    }
    case 'NETWORK': {
      const [address = '', bits] = text.split('/');
      if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null;
      const network = neighbourhoodOf(address);
      // An entry of another width than the one that is compared would stop others than it says.
      if (bits !== undefined && !network.endsWith(`/${bits}`)) return null;
      return { subject: hash(app, kind, network), label: network };
    }
  }
}

export interface Buyer {
  email: string;
  document: string | null;
  ip: string;
  /** The hashes of the first digits of the cards, as the counters of tries name them. */
  bins: readonly string[];
}

/** Lists the names under which a list may have a buyer, with their kinds. */
export function listSubjects(app: KeyApp, { email, document, ip, bins }: Buyer): { kind: RiskKind; subject: string }[] {
  const normal = normalizeEmail(email);
  return [
    { kind: 'EMAIL', subject: hash(app, 'EMAIL', normal) },
    { kind: 'DOMAIN', subject: hash(app, 'DOMAIN', normal.split('@')[1] ?? '') },
    { kind: 'NETWORK', subject: hash(app, 'NETWORK', neighbourhoodOf(ip)) },
    ...(document ? [{ kind: 'DOCUMENT' as const, subject: hash(app, 'DOCUMENT', normalizeDocument(document)) }] : []),
    ...bins.map((subject) => ({ kind: 'BIN' as const, subject })),
  ];
}
