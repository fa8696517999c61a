/** Reads reports of browsers about blocked content. */
import type { PageReport } from './model.ts';

/** The number of reports that are read of one request. */
const MOST = 20;
/** Extensions of the browser put their own content into pages. */
const EXTENSION = /^(chrome|moz|safari|safari-web|ms-browser)-extension$/;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns what `application/csp-report` (one report) or `application/reports+json` (a list) tells; nothing where it is neither. */
export function readReports(body: unknown): PageReport[] {
  const list = Array.isArray(body) ? body : [body];
  return list.slice(0, MOST).flatMap((item) => {
    const { 'csp-report': old, body: newer, type } = (item ?? {}) as Record<string, unknown>;
    if (old && typeof old === 'object') {
      const told = old as Record<string, unknown>;
      const directive = textOf(told['effective-directive']) || textOf(told['violated-directive']);
      return toReport(told['document-uri'], directive, told['blocked-uri']);
    }
    if (type !== 'csp-violation' || !newer || typeof newer !== 'object') return [];
    const told = newer as Record<string, unknown>;
    return toReport(told.documentURL, textOf(told.effectiveDirective), told.blockedURL);
  });
}

function toReport(address: unknown, directive: string, blocked: unknown): PageReport[] {
  const name = /^[a-z-]{3,40}/.exec(directive)?.[0];
  const origin = toOrigin(textOf(blocked));
  return name && origin ? [{ page: toPage(textOf(address)), directive: name, blocked: origin }] : [];
}

function toPage(address: string): string {
  const path = URL.parse(address)?.pathname ?? '';
  if (path.startsWith('/checkout/payment/')) return 'payment';
  return /^\/(checkout|card-frame|pixel-frame|captcha-frame)\//.exec(path)?.[1] ?? 'other';
}

/** Returns null for what an extension caused. */
function toOrigin(blocked: string): string | null {
  if (/^[a-z-]{2,30}$/.test(blocked)) return EXTENSION.test(blocked) ? null : blocked;
  const url = URL.parse(blocked);
  if (!url) return 'unknown';
  const scheme = url.protocol.slice(0, -1);
  if (EXTENSION.test(scheme)) return null;
  return url.origin === 'null' ? scheme : url.origin.slice(0, 200);
}
