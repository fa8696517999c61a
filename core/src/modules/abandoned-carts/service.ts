/** Lists abandoned carts to their seller and takes the decisions about their recovery. */
import { LOCALES, type Locale } from '@feira/schemas/common';
import type { Input, Output } from '@feira/schemas/procedure';
import type {
  listCarts as declaredList,
  previewStep as declaredPreview,
} from '@feira/schemas/procedures/abandoned-carts';
import type { Wording } from '@feira/schemas/rules/buyer-mails';
import {
  findUnknownValue,
  RECOVERY_NAMES,
  type Recovery,
  type RecoveryStep,
  STANDARD_TEXTS,
  standardRecovery,
} from '@feira/schemas/rules/cart-recovery';
import { compareShares } from '@feira/schemas/rules/compare-shares';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { cleanText } from '@feira/schemas/rules/text';
import { whatsappLink } from '@feira/schemas/rules/whatsapp';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { checkPeriod, type PersonCall, readPage } from '../../plugins/procedures.ts';
import { maskDocument } from '../../shared/documents.ts';
import { newId } from '../../shared/ids.ts';
import { resumeUrlOf } from '../../shared/resume-url.ts';
import { recordEvent } from '../audit/service.ts';
import { findOwnCode } from '../coupons/service.ts';
import { firstName, renderUnsent } from '../mail/service.ts';
import { writeMessage } from './advance.ts';
import { CARTS, type CartRow, selectGroups } from './list-model.ts';
import {
  endCart,
  finishTasks,
  keepCarts,
  type Subject,
  saveRecovery,
  selectOwnCart,
  selectOwnRecovery,
  selectSubject,
  shortenCarts,
} from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'clock'>;
type ListApp = App & Pick<FastifyInstance, 'findPlatformUrl'>;

export async function listCarts(
  app: ListApp,
  { platform, person }: Pick<PersonCall, 'platform' | 'person'>,
  input: Input<typeof declaredList>,
): Promise<Omit<Output<typeof declaredList>, 'items'> & { items: ReturnType<typeof toListed>[] }> {
  const filter = { ...input, sellerId: person.id, now: app.clock.now() };
  const { rows, next, totals } = await readPage(app, platform.id, CARTS, filter);
  const url = await app.findPlatformUrl(platform.id);
  return { items: rows.map((row) => toListed(row, { url, platformName: platform.name })), next, ...totals };
}

/** The document is masked, and links are those of carts that can still be bought. */
function toListed(
  { resumeToken, recoverySteps, sellerName, steps, ...cart }: CartRow,
  { url, platformName }: { url: string; platformName: string },
) {
  const isOpen = cart.state === 'OPEN' || cart.state === 'STOPPED';
  const resumeUrl = isOpen && resumeToken ? resumeUrlOf(url, resumeToken) : null;
  const isWelcome = cart.stopReason === null || cart.stopReason === 'SELLER';
  // The step that waits for the seller, else the first one by WhatsApp.
  const chats = recoverySteps?.filter(({ channel }) => channel === 'WHATSAPP') ?? [];
  const waiting = steps.find(({ state }) => state === 'WAITING');
  const step = chats.find(({ id }) => id === waiting?.id) ?? chats[0];
  return {
    ...cart,
    document: cart.document && maskDocument(cart.document.replace(/[^0-9A-Za-z]/g, '')),
    steps: steps.map(({ id: _, ...run }) => run),
    resumeUrl,
    whatsappUrl:
      resumeUrl && resumeToken && cart.phone && isWelcome
        ? whatsappLink(
            cart.phone,
            messageOf(cart, sellerName, platformName, step, resumeUrlOf(url, resumeToken, step?.coupon)),
          )
        : null,
  };
}

function messageOf(
  { name, title, cartAmt, currency }: Pick<CartRow, 'name' | 'title' | 'cartAmt' | 'currency'>,
  seller: string,
  platform: string,
  step: RecoveryStep | undefined,
  resumeUrl: string,
): string {
  const amount = cartAmt === null ? '' : formatCurrency(cartAmt, currency, 'pt-BR');
  const values = { name: firstName(name ?? ''), product: title, amount, seller, platform, coupon: step?.coupon ?? '' };
  return writeMessage(step ?? { texts: STANDARD_TEXTS.WHATSAPP }, values, resumeUrl);
}

async function checkOwnCart(app: App, { platform, person }: PersonCall, cartId: string): Promise<void> {
  const cart = await app.database.find(platform.id, selectOwnCart(platform.id, person.id, cartId), true);
  if (!cart) throw new AppError('CART_NOT_FOUND', { fields: ['cartId'] });
}

export async function markContacted(app: App, call: PersonCall, cartId: string): Promise<void> {
  await checkOwnCart(app, call, cartId);
  await app.database.run(call.platform.id, finishTasks(call.platform.id, cartId, app.clock.now()));
}

export async function stopCart(app: App, call: PersonCall, cartId: string): Promise<void> {
  await checkOwnCart(app, call, cartId);
  await app.database.run(
    call.platform.id,
    endCart(call.platform.id, cartId, { state: 'STOPPED', stopReason: 'SELLER' }),
  );
}

async function findSubject(app: App, { platform, person }: Pick<PersonCall, 'platform' | 'person'>, subject: Subject) {
  const found = await app.database.find(platform.id, selectSubject(platform.id, person.id, subject), true);
  if (!found) throw new AppError(`${subject.subject}_NOT_FOUND`, { fields: ['subjectId'] });
  return found;
}

export async function getRecovery(app: App, call: Pick<PersonCall, 'platform' | 'person'>, subject: Subject) {
  const { isCaptured } = await findSubject(app, call, subject);
  const saved = await app.database.find(call.platform.id, selectOwnRecovery(call.platform.id, subject.subjectId), true);
  return { ...(saved ?? { ...standardRecovery(newId), version: 0 }), isCaptured };
}

/** Throws EDIT_CONFLICT where another tab saved since the form was read. */
export async function updateRecovery(
  app: App,
  call: PersonCall,
  { subject, subjectId, version, ...typed }: Subject & Recovery & { version: number },
): Promise<{ version: number }> {
  const { platform, person, request } = call;
  const named = { subject, subjectId };
  const { isCaptured } = await findSubject(app, call, named);
  const steps = await Promise.all(typed.steps.map((step, index) => cleanStep(app, call, step, `steps.${index}`)));
  if (new Set(steps.map(({ id }) => id)).size !== steps.length)
    throw new AppError('VALIDATION_FAILED', { fields: ['steps'] });
  const recovery = { ...typed, steps, version };
  return app.database.transaction(platform.id, async (transaction) => {
    const saved = await transaction.find(saveRecovery(platform.id, person.id, named, recovery));
    if (!saved) throw new AppError('EDIT_CONFLICT', { fields: ['version'] });
    const { steps: _, version: __, ...settings } = recovery;
    await transaction.runAll([
      shortenCarts(platform.id, named, typed.keepDays),
      // A recovery without carts would wait for nothing. Where no offer keeps any, turning it on is the decision to keep them.
      ...(typed.isEnabled && !isCaptured ? [keepCarts(platform.id, named)] : []),
      recordEvent(platform.id, request, {
        type: 'cart.recoveryChanged',
        details: {
          subject,
          subjectId,
          ...settings,
          steps: steps.map(({ channel, afterMinutes, coupon }) => ({ channel, afterMinutes, coupon })),
        },
      }),
    ]);
    return saved;
  });
}

/** Throws COUPON_NOT_FOUND, MAIL_TEXT_EMPTY and MAIL_PLACEHOLDER_UNKNOWN at the field of the step. */
async function cleanStep(
  app: App,
  { platform, person }: PersonCall,
  { coupon, texts, ...step }: RecoveryStep,
  field: string,
): Promise<RecoveryStep> {
  const found = coupon === null ? null : await findOwnCode(app, platform.id, person.id, coupon);
  if (coupon !== null && !found) throw new AppError('COUPON_NOT_FOUND', { fields: [`${field}.coupon`] });
  const clean = LOCALES.map(
    (locale) => [locale, cleanWording(texts[locale], locale, `${field}.texts.${locale}.`)] as const,
  );
  return { ...step, coupon: found?.code ?? null, texts: Object.fromEntries(clean) as RecoveryStep['texts'] };
}

const cleanWording = (wording: Wording, locale: Locale, field = ''): Wording => ({
  subject: checkText(wording.subject, locale, `${field}subject`),
  intro: checkText(wording.intro, locale, `${field}intro`),
});

function checkText(text: string, locale: Locale, field: string): string {
  const clean = cleanText(text);
  if (!clean) throw new AppError('MAIL_TEXT_EMPTY', { fields: [field] });
  const unknown = findUnknownValue(clean, locale);
  if (!unknown) return clean;
  const known = Object.values(RECOVERY_NAMES[locale])
    .map((name) => `{${name}}`)
    .join(', ');
  throw new AppError('MAIL_PLACEHOLDER_UNKNOWN', {
    reasons: {
      [field]: {
        'pt-BR': `${unknown} não é um campo que possamos preencher. Use ${known}.`,
        en: `${unknown} is not a variable. Use ${known}.`,
      },
    },
  });
}

const DAY_MS = 86_400_000;

export async function previewStep(
  app: App & Pick<FastifyInstance, 'findPlatform' | 'findPlatformUrl'>,
  { platform, person }: Pick<PersonCall, 'platform' | 'person'>,
  { locale, coupon = '', ...wording }: Input<typeof declaredPreview>,
) {
  const url = await app.findPlatformUrl(platform.id);
  const parameters = {
    name: 'Ana Lima',
    title: 'Curso de Pão Artesanal',
    seller: person.name,
    amount: 9_990,
    currency: 'BRL',
    supportEmail: '',
    coupon,
    wording: cleanWording(wording, locale),
    link: url,
    endsAt: new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString(),
    unsubscribeLink: url,
  } as const;
  const mail = await renderUnsent(
    app,
    platform.id,
    { template: 'cart-reminder', locale, parameters },
    parameters.wording,
  );
  if (!mail) throw new AppError('PLATFORM_NOT_FOUND');
  return mail;
}

export async function getUplift(
  { database }: App,
  { platform, person }: Pick<PersonCall, 'platform' | 'person'>,
  input: { from?: string; to?: string; productId?: string },
) {
  checkPeriod(input);
  const groups = await database.list(platform.id, selectGroups(platform.id, { ...input, sellerId: person.id }));
  const armOf = (isHoldout: boolean) => {
    const { carts = 0, recovered = 0 } = groups.find((group) => group.isHoldout === isHoldout) ?? {};
    return { carts, recovered };
  };
  const [withRecovery, holdout] = [armOf(false), armOf(true)];
  const toSample = ({ carts, recovered }: typeof holdout) => ({ hits: recovered, total: carts });
  const { first, second, ...result } = compareShares(toSample(withRecovery), toSample(holdout));
  return { withRecovery: { ...withRecovery, share: first }, holdout: { ...holdout, share: second }, ...result };
}
