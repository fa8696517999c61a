/** Takes a question of a buyer, and mails it to the seller, whose answer goes to the buyer by mail. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { newId } from '../../shared/ids.ts';
import { prepareMail } from '../mail/service.ts';
import { prepareNotification } from '../notifications/service.ts';
import { countAsked, insertQuestion, lockAsked } from './model.ts';

export type QuestionsApp = Pick<FastifyInstance, 'database' | 'config' | 'dataKeys' | 'findPlatformUrl'>;

/** One buyer's questions within an hour, to all sellers of a platform. */
const MOST_OF_EMAIL = 3;
/** Questions to one seller within a day. */
const MOST_A_DAY = 200;
/** Mails to one seller within an hour. What is asked above it waits on the seller's page. */
const MOST_MAILS = 10;

export interface Asking {
  sellerId: string;
  productId: string;
  title: string;
  saleId: string | null;
  name: string;
  email: string;
  text: string;
}

/** Throws QUESTIONS_TOO_MANY above the limits. Nothing is ever mailed to the address that was typed. */
export async function askSeller(
  app: QuestionsApp,
  platform: PlatformContext,
  { productId, ...question }: Asking,
): Promise<void> {
  const { sellerId, saleId, title, name, email, text } = question;
  const id = newId();
  const href = `${DASHBOARD_PATHS.seller}/questions`;
  const link = `${await app.findPlatformUrl(platform.id)}${href}`;
  await app.database.transaction(platform.id, async (transaction) => {
    await transaction.run(lockAsked(platform.id, { sellerId, email }));
    const asked = await transaction.find(countAsked(platform.id, { sellerId, productId, email }));
    if (!asked) throw new AppError('OFFER_NOT_FOUND');
    if (asked.ofEmail >= MOST_OF_EMAIL || asked.today >= MOST_A_DAY) throw new AppError('QUESTIONS_TOO_MANY');
    const orderCode = saleId ? orderCodeOf(saleId) : '';
    const paragraphs = text.split(/\s*\n\s*/).filter(Boolean);
    const parameters = { buyerName: name, title, orderCode, paragraphs, replyTo: email, link };
    const mail = { to: asked.to, locale: platform.settings.locale, template: 'buyer-question', parameters } as const;
    await transaction.runAll([
      insertQuestion(platform.id, { ...question, id }),
      prepareNotification(platform.id, sellerId, {
        type: 'question.asked',
        parameters: { title, buyerName: name },
        href,
        source: `question:${id}`,
      }),
      ...(asked.lately < MOST_MAILS ? [await prepareMail(app, platform.id, mail, `question|${id}`)] : []),
    ]);
  });
}
