import type { Currency } from '@feira/schemas/common';
import { BILLET_CLEARING_DAYS } from '@feira/schemas/rules/boleto';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { declineWords } from '@feira/schemas/rules/declines';
import { firstName, hasToken, type Texts, toSentences } from './mail-text.ts';
import { NOTICES } from './notice-texts.ts';
import { type Order, writeReminder } from './openings.ts';
import { type PlanNews, toMyPurchases } from './plan-news.ts';
import { fillStep, SUBSCRIPTION_STEPS } from './subscription-texts.ts';

const greet = (name: string) => {
  const first = firstName(name);
  return first ? `Hello, ${first}!` : 'Hello!';
};

const ROLES = {
  seller: 'a seller',
  affiliate: 'an affiliate',
  'co-producer': 'a co-producer',
  customer: 'a customer',
  manager: 'a manager',
  admin: 'an administrator',
  master: 'a master',
} as const;

const WHEN = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

const toWhen = (iso: string) => `${WHEN.format(new Date(iso))} (Brasília time)`;

const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' });

const toDay = (iso: string) => DAY.format(new Date(iso));

const METHODS = { PIX: 'Pix', CREDIT_CARD: 'Credit card', BILLET: 'Boleto' } as const;

/** Lines without a value are left out. */
const describeOrder = ({
  title,
  orderCode,
  seller,
  amount,
  currency = 'BRL',
}: Order): [label: string, value: string][] => {
  const lines: [string, string][] = [
    ['Purchase', title],
    ['Order', orderCode ?? ''],
    ['Seller', seller ?? ''],
    ['Amount', amount === undefined ? '' : formatCurrency(amount, currency, 'en')],
  ];
  return lines.filter(([, value]) => value !== '');
};

const describePeriod = ({ frequencyInDays, months }: PlanNews): string => {
  if (!months) return frequencyInDays === 1 ? 'every day' : `every ${frequencyInDays} days`;
  if (months === 12) return 'every year';
  return months === 1 ? 'every month' : `every ${months} months`;
};

/** Says how often a subscription is charged, and when the next time is. */
const describePlan = (plan: PlanNews | undefined, currency: Currency): [string, string][] => {
  if (!plan) return [];
  const { amount, nextChargeAt } = plan;
  return [
    ['Plan', `${formatCurrency(amount, currency, 'en')} ${describePeriod(plan)}`],
    ...(nextChargeAt ? [['Next charge', toDay(nextChargeAt)] as [string, string]] : []),
  ];
};

const PAID_BY = {
  PROVIDER: 'The money goes back the way you paid it.',
  SELLER: 'This way of paying cannot be given back automatically: the seller will pay you themselves.',
} as const;

export const ENGLISH: Texts = {
  'verify-email': ({ name, link }, platform) => ({
    subject: 'Confirm your email',
    paragraphs: [greet(name), `One step left to open your account at ${platform}: confirm that this email is yours.`],
    action: { label: 'Confirm email', link },
    notes: [
      'The link works once, within 24 hours.',
      'If this wasn’t you, ignore this message and no account will be opened.',
    ],
  }),
  'account-exists': ({ name, link }, platform) => ({
    subject: 'You already have an account',
    paragraphs: [
      greet(name),
      `Somebody, probably you, tried to open an account at ${platform} with this email. It has one already: just sign in.`,
    ],
    action: { label: 'Sign in', link },
    notes: [
      'Forgot your password? Ask for a new one on the sign-in page.',
      'If this wasn’t you, there is nothing to do: your account stays as it was.',
    ],
  }),
  'recover-password': ({ name, link }, platform) => ({
    subject: 'Choose a new password',
    paragraphs: [greet(name), `We were asked to change the password of your account at ${platform}.`],
    action: { label: 'Choose new password', link },
    notes: [
      'The link works once, within 30 minutes.',
      'If this wasn’t you, ignore this message: your password stays the same.',
    ],
  }),
  invitation: ({ name, link, platformName, role }) => ({
    subject: `Invitation to ${platformName}`,
    paragraphs: [
      greet(name),
      `${platformName} invites you to join the platform as ${ROLES[role]}.`,
      hasToken(link)
        ? 'Choose your password and you are in.'
        : 'Your account is ready: sign in with the password you use today.',
    ],
    action: { label: hasToken(link) ? 'Accept invitation' : 'Sign in', link },
    notes: [
      ...(hasToken(link) ? ['The invitation works once, within 7 days.'] : []),
      'If you weren’t expecting it, ignore this message.',
    ],
  }),
  'subscription-moved': ({ name, seller, title, amount, currency, nextDueAt, link }, platform) => ({
    subject: `Continue your subscription to ${title}`,
    paragraphs: [
      greet(name),
      `${seller} moved the subscription to "${title}" to ${platform}. Your payment details did not move with it: to continue, open the link, check the details and choose how to pay.`,
      'Nothing is charged before the next date. Without your confirmation, the subscription does not continue.',
    ],
    details: [
      ['Amount', formatCurrency(amount, currency, 'en')],
      ['Next charge', toDay(nextDueAt)],
    ],
    action: { label: 'Continue the subscription', link },
    notes: ['Don’t know this subscription? Ignore this email: nothing will be charged.'],
  }),
  'contract-offered': ({ sellerName, title, basisPoints, isRegistrationOpen, link }, platform) => ({
    subject: 'Invitation to be a co-producer',
    paragraphs: [
      'Hello!',
      `${sellerName} wants to share the sales of "${title}" at ${platform} with you.`,
      isRegistrationOpen
        ? 'To see the invitation and answer it, sign in with this email. If you have no account yet, create one with this same email.'
        : `To see the invitation and answer it, sign in with this email. If you have no account yet, ask ${platform} for one.`,
    ],
    details: [['Your share', SHARE.format(basisPoints / 10_000)]],
    action: { label: 'See the invitation', link },
    notes: [
      "The share is of what remains of each sale after the platform's fee and affiliates' commissions.",
      'The invitation holds for 30 days. If you don’t know this person, ignore this message: nothing happens without your answer.',
    ],
  }),
  'magic-link': ({ link }, platform) => ({
    subject: 'Your sign-in link',
    paragraphs: ['Hello!', `Use the button below to see what you bought at ${platform}. No password needed.`],
    action: { label: 'See my purchases', link },
    notes: [
      'The link works once, within 15 minutes.',
      'If you didn’t ask for it, ignore this message: nobody gets in without this link.',
    ],
  }),
  'change-email': ({ name, link }, platform) => ({
    subject: 'Confirm your new email',
    paragraphs: [greet(name), `You asked to use this email for your account at ${platform}. Confirm that it is yours.`],
    action: { label: 'Confirm new email', link },
    notes: ['The link works once, within 1 hour.', 'If this wasn’t you, ignore this message and nothing changes.'],
  }),
  'email-changed': ({ name, newEmail }, platform) => ({
    subject: 'The email of your account changed',
    paragraphs: [
      greet(name),
      `Your account at ${platform} now uses the email ${newEmail}. This address can no longer sign in.`,
    ],
    notes: ['If this wasn’t you, tell the platform right away to get your account back.'],
  }),
  'erasure-asked': ({ name, link }, platform) => ({
    subject: 'Your data will be erased in 3 days',
    paragraphs: [
      greet(name),
      `We received a request to erase the data linked to this email at ${platform}. After that you can no longer open what you bought, and nobody can undo it.`,
      'Amounts and dates of purchases stay, without your name, because tax law requires it.',
    ],
    action: { label: 'View or cancel the request', link },
    notes: ['If this wasn’t you, sign in with this email and cancel the request.'],
  }),
  'erasure-done': (_, platform) => ({
    subject: 'Your data was erased',
    paragraphs: [
      'Hello!',
      `The data linked to this email at ${platform} was erased, as requested. This is the last email: the address is erased once it has been sent.`,
      'Amounts and dates of purchases stay, without your name, because tax law requires it.',
    ],
    notes: [],
  }),
  'erasure-refused': ({ reason }, platform) => ({
    subject: 'About your request to erase your data',
    paragraphs: ['Hello!', `${platform} cannot erase the data linked to this email.`],
    details: [['Reason', reason]],
    notes: ['You can reply to this email, and complain to Brazil’s data protection authority, the ANPD (gov.br/anpd).'],
  }),
  'password-changed': ({ name, link }, platform) => ({
    subject: 'Your password was changed',
    paragraphs: [
      greet(name),
      `The password of your account at ${platform} was just changed. If it was you, all is well.`,
      'If it was not, choose a new password now:',
    ],
    action: { label: 'This wasn’t me', link },
    notes: ['Choosing a new password signs you out everywhere.'],
  }),
  'payout-destination-added': ({ name, label, usableAt, link }, platform) => ({
    subject: 'New payout destination added',
    paragraphs: [
      greet(name),
      `A Pix key or bank account was just added to your account at ${platform}. If it was you, all is well.`,
      'If it was not, choose a new password now, then remove the key or account under Withdrawals:',
    ],
    details: [
      ['Added', label],
      ['Can receive money from', `${WHEN.format(new Date(usableAt))} (Brasília time)`],
    ],
    action: { label: 'This wasn’t me', link },
    notes: ['Choosing a new password signs you out everywhere.'],
  }),
  'new-device': ({ name, device, ip, time }, platform) => ({
    subject: 'New sign-in to your account',
    paragraphs: [greet(name), `Your account at ${platform} was opened on a device that we did not know yet.`],
    details: [
      ['Device', device],
      ['IP address', ip],
      ['When', `${WHEN.format(new Date(time))} (Brasília time)`],
    ],
    notes: [
      'Was it you? Then all is well.',
      'If not, sign in, change your password and end the other sessions under My account.',
    ],
  }),
  'second-factor-changed': ({ name, isOn }, platform) => ({
    subject: isOn ? 'Two-step verification is on' : 'Two-step verification is off',
    paragraphs: [
      greet(name),
      isOn
        ? `From now on, signing in to your account at ${platform} also asks for a code from your authenticator app.`
        : `Your account at ${platform} no longer asks for the code from your authenticator app.`,
    ],
    notes: ['If this wasn’t you, change your password and tell the platform right away.'],
  }),
  'access-widened': ({ name, person, by, link }, platform) => ({
    subject: 'Somebody can now do more on your team',
    paragraphs: [
      greet(name),
      `${person} was added as an administrator of ${platform}, or was given new permissions.`,
      'For seven days, this person cannot approve changes that need a second person.',
    ],
    details: by ? [['Granted by', by]] : [],
    action: { label: 'Review the team', link },
    notes: ['If you don’t expect this, remove the access and talk to the team right away.'],
  }),
  'passkey-changed': ({ name, passkey, isAdded }, platform) => ({
    subject: isAdded ? 'A passkey was added to your account' : 'A passkey was removed from your account',
    paragraphs: [
      greet(name),
      isAdded
        ? `The passkey “${passkey}” now signs in to your account at ${platform} in place of the code from your app, and confirms who you are.`
        : `The passkey “${passkey}” no longer signs in to your account at ${platform}.`,
    ],
    notes: [
      'If this wasn’t you, change your password, remove passkeys you do not know under My account, and tell the platform right away.',
    ],
  }),
  'certificate-expiring': ({ name, connection, platformName, expiresAt, link }) => ({
    subject: 'A payment certificate is about to expire',
    paragraphs: [
      greet(name),
      'A certificate used for payments is about to expire. After that, its connection cannot take payments until you upload a new one.',
    ],
    details: [
      ['Platform', platformName],
      ['Connection', connection],
      ['Expires', `${WHEN.format(new Date(expiresAt))} (Brasília time)`],
    ],
    action: { label: 'See connection', link },
    notes: ['Providers issue a new certificate on request; some take days. Payments go on while you replace it.'],
  }),
  'refund-link': ({ link }, platform) => ({
    subject: 'Ask for your refund',
    paragraphs: [
      'Hello!',
      `We were asked to show what you bought at ${platform}, so that you can ask for your money back. Open the page to go on.`,
    ],
    action: { label: 'See my purchases', link },
    notes: [
      'The link works for 1 hour.',
      'If this wasn’t you, ignore this message: nothing changes about your purchases.',
    ],
  }),
  'refund-requested': ({ protocol, ground, state, decideBy, paidBy, ...order }) => ({
    paragraphs: [
      state === 'GRANTED'
        ? `It is granted already. ${PAID_BY[paidBy]}`
        : `The seller has until the date below to answer; without an answer it is ${ground === 'LATE' ? 'declined' : 'granted'}.`,
    ],
    details: [
      ['Protocol', protocol],
      ...describeOrder(order),
      ...(decideBy && state === 'WAITING' ? [['Answer by', toWhen(decideBy)] as [string, string]] : []),
    ],
    notes: ['Keep the protocol: it proves that you asked, and when.'],
    reason: 'purchase',
  }),
  'refund-decided': ({ protocol, state, paidBy, answer, ...order }) => ({
    paragraphs: [
      state === 'GRANTED'
        ? PAID_BY[paidBy]
        : 'The seller did not agree to give the money of this purchase back; it is older than the law and the guarantee provide for.',
    ],
    details: [
      ['Protocol', protocol],
      ...describeOrder(order),
      ...(answer ? [['Answer of the seller', answer] as [string, string]] : []),
    ],
    notes: ['Is something not right? Reply to this email and name the protocol.'],
    reason: 'purchase',
  }),
  'payment-not-charged': ({ name, ...order }) => ({
    subject: 'Your payment was not charged',
    paragraphs: [
      greet(name),
      'We lost contact while you paid, and have made sure since that nothing was charged. The purchase did not happen.',
      'If you still want it, open the page of the product and buy again.',
    ],
    details: describeOrder({ name, ...order }),
    notes: ['Does the amount show on your statement? Reply to this email: it goes back.'],
    reason: 'purchase',
  }),
  'refund-failed': ({ name, ...order }) => ({
    subject: 'Your money has not come back yet',
    paragraphs: [
      greet(name),
      'The refund of this purchase was granted, but the payment provider did not carry it out. The money did not go back, and the purchase still stands.',
      'The seller has been told, and can try again or agree another way with you.',
    ],
    details: describeOrder({ name, ...order }),
    notes: ['Your right to the refund remains. Reply to this email if the seller does not contact you.'],
    reason: 'purchase',
  }),
  'refund-done': ({ method, ...order }) => ({
    paragraphs: [
      method === 'CREDIT_CARD'
        ? 'The amount below went back to your card. Depending on the bank, it shows on this statement or on the next.'
        : 'The amount below went back to the account that paid.',
    ],
    details: describeOrder(order),
    notes: ['There is nothing else to do.'],
    reason: 'purchase',
  }),
  'cart-reminder': ({ wording, coupon, link, endsAt, unsubscribeLink, amount, ...order }, platform) => ({
    ...writeReminder(wording, 'en', { ...order, amount, coupon, platform }),
    ...(coupon && { code: { label: 'Coupon, already in the link', value: coupon } }),
    details: describeOrder({ ...order, ...(amount !== null && { amount }) }),
    action: { label: 'Go on with my purchase', link },
    notes: [
      `The link works until ${toWhen(endsAt)}, opens the page with what you filled in and is yours alone: do not pass this email on.`,
      'Have you bought it, or changed your mind? Then there is nothing left to do.',
    ],
    reason: 'cart',
    unsubscribeLink,
  }),
  'pix-created': ({ code, expiresAt, link, ...order }) => ({
    paragraphs: [],
    code: { label: 'Pix code to copy and paste', value: code },
    details: [...describeOrder(order), ['Pay by', toWhen(expiresAt)]],
    action: { label: 'See QR code and pay', link },
    notes: ['The confirmation takes seconds and comes by email.', 'Paid already? Then there is nothing else to do.'],
    reason: 'purchase',
  }),
  'billet-created': ({ code, billetLink, expiresAt, link, ...order }) => ({
    paragraphs: [],
    ...(code && { code: { label: 'Boleto number', value: code } }),
    details: [...describeOrder(order), ['Due', toDay(expiresAt)]],
    action: { label: 'See boleto and bar code', link },
    ...(billetLink && { document: { label: 'Open boleto as PDF', link: billetLink } }),
    notes: [`Once paid, the confirmation takes up to ${BILLET_CLEARING_DAYS} business days and comes by email.`],
    reason: 'purchase',
  }),
  'payment-approved': ({ items, method, isLate, link, accessLink, plan, isDeliveredBySeller, ...order }) => ({
    paragraphs: [
      ...(isLate ? ['It came after its deadline, but was accepted.'] : []),
      ...(isDeliveredBySeller
        ? [
            `${order.seller} delivers this directly to you, at the email of this purchase. If it does not arrive, reply to this email or contact the seller on the page of the purchase.`,
          ]
        : []),
    ],
    details: [
      ...items.slice(1).map((item): [string, string] => ['Also', item]),
      ...describeOrder(order),
      ...describePlan(plan, order.currency),
      ['Paid by', METHODS[method]],
    ],
    action: accessLink ? { label: 'Open what I bought', link: accessLink } : { label: 'See my purchase', link },
    ...(accessLink && { document: { label: 'See purchase and receipt', link } }),
    notes: [
      ...(plan
        ? [`To change the card, pause or cancel, go to ${toMyPurchases(link)} with the email of this purchase.`]
        : []),
      ...(accessLink ? ['The access is yours alone: do not pass this email on.'] : []),
      'Keep this email: the page of the purchase shows the receipt.',
    ],
    reason: 'purchase',
  }),
  'payment-refused': ({ name, method, mayBeCharged, advice, link, ...order }) => ({
    ...(mayBeCharged
      ? {
          subject: 'Your payment was not approved',
          paragraphs: [
            greet(name),
            `The bank did not confirm the payment for ${order.title}. If it shows on the card’s statement, we release this purchase or give the money back, without you having to ask.`,
            'If you buy again, the first payment goes back to you.',
          ],
        }
      : {
          paragraphs: advice
            ? toSentences(declineWords(advice, 'en'))
            : [
                method === 'CREDIT_CARD'
                  ? 'Check the data of the card, talk to your bank or choose another way to pay.'
                  : 'Try again or choose another way to pay.',
              ],
        }),
    details: describeOrder({ name, ...order }),
    action: { label: advice ? 'Choose how to pay' : 'Try again', link },
    notes: ['Bought it another way already? Then there is nothing else to do.'],
    reason: 'purchase',
  }),
  'payment-expired': ({ method, keptUntil, link, ...order }) => ({
    paragraphs: [
      keptUntil
        ? `Still want it? Get a new ${method === 'PIX' ? 'Pix code' : 'boleto'} for the same order, at the same price, until ${toWhen(keptUntil)}.`
        : 'Still want it? You can make a new order.',
    ],
    details: describeOrder(order),
    action: {
      label: keptUntil ? (method === 'PIX' ? 'Get a new Pix code' : 'Get a new boleto') : 'See my order',
      link,
    },
    notes: ['Paid already? A payment that still arrives delivers the purchase or goes back to you.'],
    reason: 'purchase',
  }),
  'payment-expiring': ({ method, code, expiresAt, link, ...order }) => ({
    paragraphs: [],
    ...(code && { code: { label: method === 'PIX' ? 'Pix code to copy and paste' : 'Boleto number', value: code } }),
    details: [...describeOrder(order), ['Pay by', toWhen(expiresAt)]],
    action: { label: 'See and pay', link },
    notes: ['Paid already? Then there is nothing else to do.', 'We will not send another reminder.'],
    reason: 'purchase',
  }),
  'mandate-notice': ({ name, dueDate, link, ...order }) => ({
    subject: `Your bank pays ${formatCurrency(order.amount, order.currency, 'en')} on ${toDay(`${dueDate}T15:00:00Z`)}`,
    paragraphs: [
      greet(name),
      'You agreed to Pix Automático for this subscription. Your bank pays the next charge by itself: you need to do nothing, only have the amount in your account.',
    ],
    details: [...describeOrder({ name, ...order }), ['Paid on', toDay(`${dueDate}T15:00:00Z`)]],
    action: { label: 'See this charge', link },
    notes: ['You can end the agreement at any time in your bank’s app.'],
    reason: 'purchase',
  }),
  'order-shipped': ({ carrier, trackingCode, isTracked, link, ...order }) => ({
    paragraphs: [],
    details: [...describeOrder(order), ['Carrier', carrier]],
    ...(trackingCode && { code: { label: 'Tracking code', value: trackingCode } }),
    action: { label: isTracked ? 'Track the parcel' : 'See my purchase', link },
    notes: ['It may take a day until the carrier shows the first movement.'],
    reason: 'purchase',
  }),
  'order-delivered': ({ link, ...order }) => ({
    paragraphs: [],
    details: describeOrder(order),
    action: { label: 'See my purchase', link },
    notes: [
      'Did it not arrive, or is something wrong with it? Reply to this email, or ask for a refund on the page of the purchase.',
    ],
    reason: 'purchase',
  }),
  'invoice-issued': ({ name, number, pdf, xml, link, ...order }) => ({
    subject: `Invoice: ${order.title}`,
    paragraphs: [greet(name), 'The invoice (nota fiscal) of your purchase was issued.'],
    details: [
      ...describeOrder({ name, ...order }),
      ...(number ? [['Invoice number', number] as [string, string]] : []),
    ],
    action: pdf ? { label: 'View the invoice', link: pdf } : { label: 'See my purchase', link },
    notes: [...(xml ? [`The XML file of the invoice: ${xml}`] : []), `It is on the page of your purchase too: ${link}`],
    reason: 'purchase',
  }),
  'payment-mismatch': ({ name, paidAmount, settlement, isOver, code = '', expiresAt = '', link, ...order }) => {
    const { amount, currency } = order;
    const paid = formatCurrency(paidAmount, currency, 'en');
    const price = formatCurrency(amount, currency, 'en');
    const difference = formatCurrency(Math.abs(paidAmount - amount), currency, 'en');
    const texts = {
      UNDERPAID: isOver
        ? `You paid ${paid} of ${price}, and the deadline has passed. That amount goes back to you the way you paid it.`
        : `You paid ${paid} of ${price}: ${difference} are missing. ${code && 'The Pix code below is for exactly that amount. '}Without the rest by the deadline, that amount goes back to you.`,
      OVERPAID: `You paid ${paid}, which is ${difference} too much. The difference goes back to you the way you paid it.`,
      DUPLICATE: `We received your payment more than once (${paid} in total). The ${difference} too much go back to you the way you paid them.`,
    };
    return {
      subject: code
        ? `${difference} are missing`
        : settlement === 'UNDERPAID'
          ? 'We received less than the amount'
          : 'We received more than the amount',
      paragraphs: [greet(name), texts[settlement]],
      ...(code && { code: { label: 'Pix code to copy and paste', value: code } }),
      details: [
        ...describeOrder({ name, ...order }),
        ...(code ? [['Pay by', toWhen(expiresAt)] as [string, string]] : []),
      ],
      action: { label: code ? 'See QR code and pay' : 'See my purchase', link },
      notes: ['We will write to you when an amount has been given back.'],
      reason: 'purchase',
    };
  },
  'subscription-news': ({ name, step, at, lastDigits, advice, plan, link, amount, currency, ...order }) => {
    const words = SUBSCRIPTION_STEPS.en[step];
    const values = { at: at && toDay(at), amount: formatCurrency(amount, currency, 'en'), card: lastDigits };
    return {
      subject: `${words.subject}: ${order.title}`,
      paragraphs: [greet(name), fillStep(words, values), ...(advice ? toSentences(declineWords(advice, 'en')) : [])],
      details: [
        ...describeOrder({ name, amount, currency, ...order }),
        ...describePlan(plan, currency),
        ...(lastDigits ? [['Card', `ending in ${lastDigits}`] as [string, string]] : []),
      ],
      action: { label: words.action, link },
      notes: [],
      reason: 'purchase',
    };
  },
  'buyer-question': ({ buyerName, title, orderCode, paragraphs, replyTo, link }) => ({
    subject: `Message from a buyer: ${title}`,
    paragraphs: [
      `${buyerName} wrote to you:`,
      ...paragraphs,
      `To answer, reply to this email: your reply goes to ${replyTo}.`,
    ],
    details: [['About', title], ...(orderCode ? [['Order', orderCode] as [string, string]] : [])],
    action: { label: 'See messages', link },
    notes: ['Check the order in your dashboard before you send access or data: anybody can write through this form.'],
  }),
  notice: ({ name, type, title, amount, currency, dueAt, reason, link, unsubscribeLink }) => {
    const { title: subject, text, withoutDeadline } = NOTICES.en[type];
    const lines: [string, string][] = [
      ['About', title],
      ['Amount', amount === null ? '' : formatCurrency(amount, currency, 'en')],
      ['Deadline', dueAt && toWhen(dueAt)],
      ['Reason', reason],
    ];
    return {
      subject: title ? `${subject}: ${title}` : subject,
      paragraphs: [greet(name), dueAt ? text : (withoutDeadline ?? text)],
      details: lines.filter(([, value]) => value !== ''),
      action: { label: 'Open the dashboard', link },
      notes: [],
      reason: 'notice',
      unsubscribeLink,
    };
  },
  announcement: ({ name, title, paragraphs, link, hasLink, unsubscribeLink }) => ({
    subject: title,
    paragraphs: [greet(name), ...paragraphs],
    details: [['Announcement', title]],
    action: { label: hasLink ? 'Learn more' : 'Open the dashboard', link },
    notes: [],
    reason: 'notice',
    unsubscribeLink,
  }),
  'notice-summary': ({ name, lines, link, unsubscribeLink }) => ({
    subject: 'Your notification summary',
    paragraphs: [greet(name), 'This happened since the last summary:'],
    details: lines.map(({ type, count, sums }) => [
      NOTICES.en[type].title,
      [String(count), ...sums.map(({ amount, currency }) => formatCurrency(amount, currency, 'en'))].join(' · '),
    ]),
    action: { label: 'Open the dashboard', link },
    notes: [],
    reason: 'notice',
    unsubscribeLink,
  }),
};
