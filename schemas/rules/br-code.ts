/** One field of the code: two-digit id, value, and the fields inside it where the id is a template. */
export interface BrCodeField {
  id: string;
  value: string;
  fields?: BrCodeField[];
}

/** The content of a PIX code. */
export interface BrCode {
  /** The key of a static code. */
  key?: string;
  /** Address of a dynamic code, without https://. */
  url?: string;
  /** Address of a Pix Automático authorisation that travels in the same code, without https://. */
  recurrenceUrl?: string;
  /** Cents; absent when the payer chooses. */
  amount?: number;
  merchantName: string;
  merchantCity: string;
  /** Absent where the code carries the placeholder ***. */
  txid?: string;
  /** Only static codes carry one; a dynamic code's text is behind its address. */
  description?: string;
  isSingleUse: boolean;
}

/** The input of buildBrCode: exactly one of key and url, or neither beside recurrenceUrl. */
export type BrCodeInput = Omit<BrCode, 'isSingleUse'> & {
  /** True for dynamic codes unless said otherwise. */
  isSingleUse?: boolean;
};

const GUI = 'br.gov.bcb.pix';
const NO_TXID = '***';

/** CRC-16 with polynomial 1021 and start FFFF, as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Lengths count characters in some banks and bytes in others; in ASCII both agree. */
const toAscii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\s+/g, ' ')
    .replace(/[^ -~]/g, '')
    .trim();

function writeField(id: string, value: string): string {
  if (value.length > 99) throw new RangeError(`field ${id} of the code is longer than 99 characters`);
  return value ? id + String(value.length).padStart(2, '0') + value : '';
}

function writeText(id: string, name: string, text: string, maxLength: number): string {
  const value = toAscii(text).slice(0, maxLength).trim();
  if (!value) throw new RangeError(`${name} needs at least one letter or digit that exists in ASCII`);
  return writeField(id, value);
}

const toAddress = (url: string) => {
  const address = url.trim().replace(/^https:\/\//i, '');
  if (/[^!-~]/.test(address)) throw new RangeError('key or url must be ASCII without spaces');
  return address;
};

function writeAccount({ key, url, recurrenceUrl, description = '' }: BrCodeInput): string {
  // A code that only asks for an agreement names no account.
  if (!key && !url && recurrenceUrl) return writeField('26', writeField('00', GUI));
  if (!key === !url) throw new RangeError('give either key or url');
  const target = key ? writeField('01', toAddress(key)) : writeField('25', toAddress(url!));
  const account = writeField('00', GUI) + target;
  // The whole account may have 99 characters: the description gets what the key leaves, less its own id and length.
  const text = key
    ? toAscii(description)
        .slice(0, Math.max(0, 95 - account.length))
        .trim()
    : '';
  return writeField('26', account + writeField('02', text));
}

function writeAmount(amount: number | undefined): string {
  if (amount === undefined) return '';
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount >= 1e12) {
    throw new RangeError('amount must be whole cents above 0; leave it out to let the payer choose');
  }
  const cents = String(amount).padStart(3, '0');
  return writeField('54', `${cents.slice(0, -2)}.${cents.slice(-2)}`);
}

/** The text behind a PIX QR code: static for a key, dynamic for a url. Accents go, long names are cut. */
export function buildBrCode(input: BrCodeInput): string {
  const { txid = NO_TXID, isSingleUse = Boolean(input.url) } = input;
  if (txid !== NO_TXID && !/^[A-Za-z0-9]{1,25}$/.test(txid)) {
    throw new RangeError('txid must be 1 to 25 letters and digits without accents');
  }
  const code =
    writeField('00', '01') +
    (isSingleUse ? writeField('01', '12') : '') +
    writeAccount(input) +
    writeField('52', '0000') +
    writeField('53', '986') +
    writeAmount(input.amount) +
    writeField('58', 'BR') +
    writeText('59', 'merchantName', input.merchantName, 25) +
    writeText('60', 'merchantCity', input.merchantCity, 15) +
    writeField('62', writeField('05', txid)) +
    (input.recurrenceUrl
      ? writeField('80', writeField('00', GUI) + writeField('25', toAddress(input.recurrenceUrl)))
      : '') +
    '6304';
  return code + crc16(code);
}

const isTemplate = (id: string): boolean => (id >= '26' && id <= '51') || id === '62' || id === '64' || id >= '80';

/** Null when a length does not fit, an id is no number or comes twice. Templates hold fields, never templates. */
function readFields(text: string, isTop: boolean): BrCodeField[] | null {
  const found = new Map<string, BrCodeField>();
  for (let at = 0; at < text.length; ) {
    const header = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4));
    if (!header) return null;
    const [, id = '', digits] = header;
    const length = Number(digits);
    const value = text.slice(at + 4, at + 4 + length);
    if (length === 0 || value.length !== length || found.has(id)) return null;
    const fields = isTop && isTemplate(id) ? readFields(value, false) : undefined;
    if (fields === null) return null;
    found.set(id, fields ? { id, value, fields } : { id, value });
    at += 4 + length;
  }
  return [...found.values()];
}

const findValue = (fields: BrCodeField[] | undefined, id: string): string | undefined =>
  fields?.find((field) => field.id === id)?.value;

/** The first thing a payer's bank would refuse, or null. */
function findError(code: string, tlv: BrCodeField[]): string | null {
  if (tlv[0]?.id !== '00' || tlv[0].value !== '01') return 'field 00 must come first and be 01';
  const last = tlv.at(-1);
  if (last?.id !== '63' || last.value.length !== 4) return 'field 63 with the CRC must come last';
  if (crc16(code.slice(0, -4)) !== last.value.toUpperCase()) return 'field 63: the CRC does not match the code';
  if (!/^1[12]$/.test(findValue(tlv, '01') ?? '11')) return 'field 01 must be 11 or 12';
  if (findValue(tlv, '53') !== '986') return 'field 53 must be 986, the real';
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(findValue(tlv, '54') ?? '0')) return 'field 54 must be an amount such as 10.00';
  if (findValue(tlv, '58') !== 'BR') return 'field 58 must be BR';
  for (const id of ['52', '59', '60']) if (!findValue(tlv, id)) return `field ${id} is missing`;
  return null;
}

/** Reads a PIX code, checking every length and the CRC: a right CRC over wrong lengths is refused too. */
export function parseBrCode(code: string): ({ ok: true; tlv: BrCodeField[] } & BrCode) | { ok: false; error: string } {
  const text = code.trim();
  const tlv = readFields(text, true);
  if (!tlv) return { ok: false, error: 'a field does not have the length it declares, or comes twice' };
  const error = findError(text, tlv);
  if (error) return { ok: false, error };

  const accounts = tlv.filter(({ fields }) => findValue(fields, '00')?.toLowerCase() === GUI);
  const account = accounts.find(({ id }) => id <= '51')?.fields;
  const key = findValue(account, '01');
  const url = findValue(account, '25');
  const recurrenceUrl = findValue(accounts.find(({ id }) => id >= '80')?.fields, '25');
  if (!key && !url && !recurrenceUrl) return { ok: false, error: 'no field from 26 to 51 holds a PIX key or address' };

  const amount = findValue(tlv, '54');
  const txid = findValue(tlv.find(({ id }) => id === '62')?.fields, '05');
  const description = findValue(account, '02');
  return {
    ok: true,
    ...(key && { key }),
    ...(url && { url }),
    ...(recurrenceUrl && { recurrenceUrl }),
    ...(amount && { amount: readAmount(amount) }),
    merchantName: findValue(tlv, '59')!,
    merchantCity: findValue(tlv, '60')!,
    ...(txid && txid !== NO_TXID && { txid }),
    ...(description && { description }),
    isSingleUse: findValue(tlv, '01') === '12',
    tlv,
  };
}

function readAmount(text: string): number {
  const [reais = '', decimals = ''] = text.split('.');
  return Number(reais + decimals.padEnd(2, '0'));
}
