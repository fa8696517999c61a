import { STYLE_NONCE } from '@feira/shell-kit/style-nonce';
import { useMemo } from 'react';

interface MailPreviewProps {
  title: string;
  /** The whole document of the mail. */
  html: string;
  className?: string;
}

/** Shows a mail as it arrives. The frame has no permission: its document neither runs scripts nor leaves it. */
export function MailPreview({ title, html, className }: MailPreviewProps) {
  const allowed = useMemo(() => moveStyles(html), [html]);
  return <iframe className={className} title={title} sandbox="" srcDoc={allowed} />;
}

/**
 * Returns the document with the rules of its style attributes in a style sheet that carries the page's nonce. A frame without an address
 * has the policy of the page around it, which ignores style attributes; mail programs in turn understand little else. Texts in a mail
 * have no quotation mark as such, so an attribute is all that can match.
 */
function moveStyles(html: string): string {
  const rules: string[] = [];
  const marked = html.replaceAll(/ style="([^"]*)"/g, (_, rule: string) => {
    rules.push(`[data-style="${rules.length}"]{${rule}}`);
    return ` data-style="${rules.length - 1}"`;
  });
  // Ahead of the mail's own styles, which change the colours of its attributes in the dark.
  return marked
    .replace('<head>', () => `<head><style>${rules.join('')}</style>`)
    .replaceAll('<style>', `<style nonce="${STYLE_NONCE}">`);
}
