import type { Locale } from '@feira/schemas/common';
import type { PushMessage } from '@feira/schemas/push-message';
import { describeNotification } from '../notifications/describe.ts';
import english from '../notifications/locales/en.json' with { type: 'json' };
import portuguese from '../notifications/locales/pt-BR.json' with { type: 'json' };

const TEXTS: Record<Locale, Record<string, Record<string, string>>> = { 'pt-BR': portuguese.type, en: english.type };

/** Says what the bell says. A message that comes twice takes the place of the first one. */
export function toSystemNotification(message: PushMessage): { title: string; options: NotificationOptions } {
  const { id, type, href, locale } = message;
  const [group = '', name = ''] = type.split('.');
  const title = TEXTS[locale][group]?.[name] ?? type;
  return { title, options: { body: describeNotification(message, locale), tag: id, data: href, lang: locale } };
}
