import type { PaymentLinkKind } from '@feira/schemas/procedures/payment-links';
import { amount, check, choice, field, group, optional, text, type ValueOf, withRules } from '@feira/shell-kit/fields';
import { MOMENT } from '../../components/products/moment.ts';

/** Lines of their own stay. */
const words = () => field<string, string>({ show: (stored) => stored ?? '', read: (shown) => shown.trim() });
const cents = () => optional(amount('problems.amount', 1));

/** The form of a link. What the kind does not ask for is not sent. */
export const LINK_FIELDS = withRules(
  group({
    kind: choice<PaymentLinkKind>('AMOUNT'),
    offerId: choice(''),
    title: text(),
    description: words(),
    amount: cents(),
    leastAmount: cents(),
    mostAmount: cents(),
    isSingleUse: check(),
    isActive: choice(true),
    expiresAt: MOMENT,
    note: words(),
  }),
  ({ kind, title, amount: fixed, leastAmount: least, mostAmount: most }) => {
    const isOpen = kind === 'OPEN_AMOUNT';
    return [
      [kind !== 'OFFER' && title === '', 'title', 'problems.title'],
      [kind === 'AMOUNT' && fixed === undefined, 'amount', 'problems.amount'],
      [isOpen && least === undefined, 'leastAmount', 'problems.amount'],
      [isOpen && most === undefined, 'mostAmount', 'problems.amount'],
      [isOpen && least !== undefined && most !== undefined && most < least, 'mostAmount', 'problems.limits'],
    ];
  },
);

type Typed = ValueOf<typeof LINK_FIELDS>;

/** Returns the price of the link, by its kind. */
const priceOf = ({ kind, amount: fixed, leastAmount, mostAmount }: Typed) =>
  kind === 'OPEN_AMOUNT'
    ? { ...(leastAmount && { leastAmount }), ...(mostAmount && { mostAmount }) }
    : { ...(fixed && { amount: fixed }) };

/** Returns the input that creates the link. An empty title is the offer's. */
export const toCreation = (typed: Typed) => {
  const { kind, offerId, title, description, isSingleUse, expiresAt, note } = typed;
  const shared = { ...priceOf(typed), ...(title && { title }), isSingleUse, expiresAt, note };
  return kind === 'OFFER' ? { ...shared, offerId } : { ...shared, description };
};

/** Returns the input that changes the link. */
export const toUpdate = (typed: Typed) => {
  const { kind, title, description, isActive, expiresAt, note } = typed;
  const shared = { ...priceOf(typed), ...(title && { title }), isActive, expiresAt, note };
  return kind === 'OFFER' ? shared : { ...shared, description };
};
