/**
 * Says how a seller recovers abandoned carts, as data: the steps with their delays and texts, and which step of a cart is next. Everything
 * here is pure, so that a repeated job comes to the same decision.
 */
import type { Locale } from '../src/common.ts';
import { fillNamed, findUnknownName, type Wording } from './buyer-mails.ts';
import { leaveQuietHours, type QuietHours } from './buyer-zone.ts';

export const RECOVERY_CHANNELS = ['MAIL', 'WHATSAPP'] as const;
export type RecoveryChannel = (typeof RECOVERY_CHANNELS)[number];

export interface RecoveryStep {
  id: string;
  channel: RecoveryChannel;
  /** Minutes from the buyer's last change of the cart. */
  afterMinutes: number;
  /** A coupon of the seller's that the link of this step brings; null for none. */
  coupon: string | null;
  /** The texts of a mail. A WhatsApp message has the introduction alone, in Portuguese. */
  texts: Record<Locale, Wording>;
}

export interface Recovery {
  isEnabled: boolean;
  /** The days for which the personal data of a cart is kept after its last change. */
  keepDays: number;
  /** The percentage of buyers who get no messages, for comparison. */
  holdoutPercent: number;
  quiet: QuietHours;
  steps: RecoveryStep[];
}

export const MOST_STEPS = 6;
export const AFTER_MINUTES = { least: 5, most: 20 * 24 * 60 } as const;
export const KEEP_DAYS = { least: 7, most: 90, usual: 30 } as const;
export const MOST_HOLDOUT_PERCENT = 50;

/** A cart without an earlier step counts as abandoned after this number of minutes. */
export const ABANDONED_AFTER_MINUTES = 30;
/** The link back works for this number of days after the last change of the cart, and never longer than the data is kept. */
const LINK_DAYS = 30;

/** The values that a text may name, between braces, in the language of the text. `name` is the buyer's first name. */
export const RECOVERY_VALUES = ['name', 'product', 'amount', 'seller', 'platform', 'coupon'] as const;
export type RecoveryValue = (typeof RECOVERY_VALUES)[number];
export const RECOVERY_NAMES: Record<Locale, Record<RecoveryValue, string>> = {
  'pt-BR': {
    name: 'nome',
    product: 'produto',
    amount: 'valor',
    seller: 'vendedor',
    platform: 'plataforma',
    coupon: 'cupom',
  },
  en: {
    name: 'name',
    product: 'product',
    amount: 'amount',
    seller: 'seller',
    platform: 'platform',
    coupon: 'coupon',
  },
};

export const fillRecoveryText = (text: string, locale: Locale, values: Record<RecoveryValue, string>): string =>
  fillNamed(
    text,
    RECOVERY_VALUES.map((value) => [RECOVERY_NAMES[locale][value], values[value]]),
  );

/** Returns the first text between braces that names no value; null where there is none. */
export const findUnknownValue = (text: string, locale: Locale): string | null =>
  findUnknownName(text, Object.values(RECOVERY_NAMES[locale]));

export const STANDARD_TEXTS: Record<RecoveryChannel, Record<Locale, Wording>> = {
  MAIL: {
    'pt-BR': {
      subject: 'Sua compra de {produto} ficou pela metade',
      intro:
        'Olá, {nome}!\nVocê começou a comprar {produto} e não terminou. Guardamos o que você preencheu: abra a página e continue de onde parou.',
    },
    en: {
      subject: 'Your purchase of {product} is waiting',
      intro:
        'Hello, {name}!\nYou began to buy {product} and did not finish. What you filled in is kept: open the page and go on where you stopped.',
    },
  },
  WHATSAPP: {
    'pt-BR': {
      subject: 'WhatsApp',
      intro:
        'Olá, {nome}! Vi que você começou a comprar {produto} e não terminou. Posso ajudar? Para continuar de onde parou:',
    },
    en: {
      subject: 'WhatsApp',
      intro:
        'Hello, {name}! I saw that you began to buy {product} and did not finish. Can I help? To go on where you stopped:',
    },
  },
};

const DAY_MINUTES = 24 * 60;

/** Returns what is proposed to a seller who has saved nothing yet: off, an hour, a day and three days later. */
export const standardRecovery = (newId: () => string): Recovery => ({
  isEnabled: false,
  keepDays: KEEP_DAYS.usual,
  holdoutPercent: 10,
  quiet: { from: 21, until: 8 },
  steps: (
    [
      ['MAIL', 60],
      ['WHATSAPP', DAY_MINUTES],
      ['MAIL', 3 * DAY_MINUTES],
    ] as const
  ).map(([channel, afterMinutes]) => ({
    id: newId(),
    channel,
    afterMinutes,
    coupon: null,
    texts: STANDARD_TEXTS[channel],
  })),
});

const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** Two messages of one cart never come closer together, even where quiet hours held the first one up. */
const APART_MS = 60 * MINUTE_MS;
/** A step that is so much too late, as after an outage, says nothing useful any more. */
const STALE_MS = 2 * DAY_MS;

const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

const inOrder = (steps: readonly RecoveryStep[]): RecoveryStep[] =>
  steps.toSorted((a, b) => a.afterMinutes - b.afterMinutes);

/** Returns when a cart that was changed last at `changedAt` counts as abandoned, and its recovery begins. */
export function abandonedAt(changedAt: Date, recovery: Recovery | null): Date {
  const first = recovery?.isEnabled ? inOrder(recovery.steps)[0]?.afterMinutes : undefined;
  return after(changedAt, Math.min(ABANDONED_AFTER_MINUTES, first ?? ABANDONED_AFTER_MINUTES) * MINUTE_MS);
}

/** Returns until when the link works, and when the personal data is erased. */
export function endsOf(changedAt: Date, keepDays: number): { expiresAt: Date; purgeAt: Date } {
  return {
    expiresAt: after(changedAt, Math.min(keepDays, LINK_DAYS) * DAY_MS),
    purgeAt: after(changedAt, keepDays * DAY_MS),
  };
}

export interface RunStep {
  id: string;
  at: Date;
}

export interface NextStep {
  /** The step to run now. */
  run: RecoveryStep | null;
  /** Steps that are never run. */
  skip: RecoveryStep[];
  /** When to look again; null where nothing is left. */
  dueAt: Date | null;
}

/** Decides what to do with an abandoned cart now. `ran` are the steps that were run or skipped. */
export function decideStep(
  { steps, quiet }: Pick<Recovery, 'steps' | 'quiet'>,
  { changedAt, zone, ran }: { changedAt: Date; zone: string; ran: readonly RunStep[] },
  now: Date,
): NextStep {
  const open = inOrder(steps).filter(({ id }) => !ran.some((one) => one.id === id));
  const lastAt = Math.max(0, ...ran.map(({ at }) => at.getTime()));
  const timeOf = (step: RecoveryStep, last: number) => {
    const wanted = after(changedAt, step.afterMinutes * MINUTE_MS);
    return leaveQuietHours(new Date(Math.max(wanted.getTime(), last + APART_MS)), zone, quiet);
  };
  const isStale = (step: RecoveryStep) => now.getTime() - timeOf(step, 0).getTime() > STALE_MS;
  const skip = open.filter(isStale);
  const [next, ...later] = open.filter((step) => !isStale(step));
  if (!next) return { run: null, skip, dueAt: null };
  const at = leaveQuietHours(new Date(Math.max(timeOf(next, lastAt).getTime(), now.getTime())), zone, quiet);
  if (at > now) return { run: null, skip, dueAt: at };
  const following = later[0];
  return { run: next, skip, dueAt: following ? timeOf(following, now.getTime()) : null };
}
