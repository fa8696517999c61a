import { isPhone } from '@feira/schemas/rules/phone';
import { detectPixKeyType, normalizePixKey, type PixKeyType } from '@feira/schemas/rules/pix-key';

export interface PixKey {
  type: PixKeyType;
  /** As the PIX directory stores it. */
  key: string;
}

const BRAZIL = '+55';
const FOREIGN_PHONE = /^\+[1-9]\d{9,14}$/;

const isDialable = (key: string) =>
  key.startsWith(BRAZIL) ? isPhone(key.slice(BRAZIL.length)) : FOREIGN_PHONE.test(key);

/** What somebody typed as the directory knows it; null when it is no PIX key. Phones may come as (11) 98765-4321. */
export function readPixKey(text: string): PixKey | null {
  for (const typed of [text.trim(), text.replace(/[\s()]/g, '')]) {
    const type = detectPixKeyType(typed);
    if (!type) continue;
    const key = normalizePixKey(type, typed);
    return type === 'PHONE' && !isDialable(key) ? null : { type, key };
  }
  return null;
}
