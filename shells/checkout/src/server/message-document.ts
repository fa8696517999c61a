import type { MessageDocumentInput } from '@feira/schemas/documents';
import baseStyle from '../styles/base.css';
import messageStyle from '../styles/message.css';
import { framed } from './guard.ts';
import { createDocument, escapeHtml, NO_ICON, textsOf } from './html.ts';
import { themeStyle } from './theme.ts';

export function renderMessage({
  locale,
  nonce,
  kind,
  text,
  url,
  note,
  embed,
  platformName = 'Feira',
}: MessageDocumentInput): string {
  const texts = textsOf(locale, 'message');
  const title = texts[`${kind}Title`]!;
  const reload = kind === 'error' ? `<p><a class="secondary" href="">${escapeHtml(texts.reload!)}</a></p>` : '';
  const link = url
    ? `<p><a class="secondary" href="${escapeHtml(url)}">${escapeHtml(texts[`${kind}Link`]!)}</a></p>`
    : '';
  return createDocument({
    locale,
    nonce,
    title,
    guard: framed(embed),
    head: NO_ICON,
    style: themeStyle(undefined) + baseStyle + messageStyle,
    body: `<main class="message"><p class="wordmark">${escapeHtml(platformName)}</p><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text ?? texts[`${kind}Text`]!)}</p>${note ? `<p>${escapeHtml(note)}</p>` : ''}${reload}${link}</main>`,
  });
}
