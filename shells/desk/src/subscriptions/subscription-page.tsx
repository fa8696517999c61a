import { formatCardBrand } from '@feira/schemas/rules/card';
import { maskCpfOrCnpj } from '@feira/schemas/rules/mask';
import { formatPhone } from '@feira/schemas/rules/phone';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { PageFrame } from '../page-frame.tsx';
import '../sale/add-texts.ts';
import '../sale/sale.css';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { SalePanel } from '../sale/sale-panel.tsx';
import { StepList } from '../sale/step-list.tsx';
import './add-texts.ts';
import { EVENT_ICONS, useEventWords } from './event-words.tsx';
import { SubscriptionActs } from './subscription-acts.tsx';
import {
  CycleStateBadge,
  SubscriptionMethodWord,
  SubscriptionStatusBadge,
  useSubscriptionWords,
} from './subscription-words.tsx';
import './subscriptions.css';
import { type Cycle, useSubscription, type WholeSubscription } from './use-subscriptions.ts';

interface SubscriptionPageProps {
  subscriptionId: string;
  /** The list that the page was opened from. */
  back: { to: string; name: string };
  /** The address above each sale's own page. */
  salesPath: string;
  /** Returns the address of an offer; left out for those who do not edit it. */
  offerTo?: (offerId: string) => string;
  /** True where the page tells whose subscription it is. */
  hasSellers?: boolean;
}

/** One subscription: what was promised, what was charged, and everything that happened to it. */
export function SubscriptionPage({ subscriptionId, back, ...ways }: SubscriptionPageProps) {
  const { t } = useTranslation('subscriptions');
  const { data, error, refetch } = useSubscription(subscriptionId);
  const subscription = data?.id === subscriptionId ? data : undefined;
  return (
    <PageFrame title={subscription?.title ?? t('plan')}>
      <BackLink to={back.to}>{back.name}</BackLink>
      {subscription ? (
        <Content subscription={subscription} {...ways} />
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <div className="panel" aria-busy="true">
          <Skeleton height={320} />
        </div>
      )}
    </PageFrame>
  );
}

type ContentProps = Omit<SubscriptionPageProps, 'subscriptionId' | 'back'> & { subscription: WholeSubscription };

function Content({ subscription, salesPath, offerTo, hasSellers = false }: ContentProps) {
  const words = useSubscriptionWords();
  const [done, setDone] = useState('');
  const note = words.note(subscription);
  return (
    <>
      <DoneNote text={done} />
      <div className="sale-head">
        <SubscriptionStatusBadge {...subscription} />
        {note && <span className="muted">{note}</span>}
        <SubscriptionActs subscription={subscription} onDone={setDone} />
      </div>
      <div className="sale-panels">
        <div>
          <CyclesPanel subscription={subscription} salesPath={salesPath} />
          <EventsPanel subscription={subscription} salesPath={salesPath} />
        </div>
        <div>
          <NowPanel subscription={subscription} offerTo={offerTo} />
          <PromisePanel subscription={subscription} offerTo={offerTo} hasSellers={hasSellers} />
          <BuyerPanel subscription={subscription} />
        </div>
      </div>
    </>
  );
}

function CyclesPanel({ subscription, salesPath }: { subscription: WholeSubscription; salesPath: string }) {
  const { t } = useTranslation(['subscriptions', 'kit']);
  const words = useSubscriptionWords();
  const { currency, cyclesMade } = subscription;
  const columns: RecordColumn<Cycle>[] = [
    {
      key: 'number',
      title: t('detail.number'),
      isHead: true,
      show: ({ number, periodStart, periodEnd }) => (
        <TwoLines
          first={t('kit:cycle', { cycle: number })}
          second={t('detail.periodOf', { from: words.date(periodStart), to: words.date(periodEnd) })}
        />
      ),
    },
    {
      key: 'state',
      title: t('detail.state'),
      isHead: true,
      show: (cycle) => (
        <TwoLines first={<CycleStateBadge state={cycle.state} />} second={<CycleNote cycle={cycle} />} />
      ),
    },
    {
      key: 'amount',
      title: t('amount'),
      isNumber: true,
      show: ({ amount, discount }) => (
        <TwoLines
          first={words.money(amount, currency)}
          second={discount > 0 && t('detail.withDiscount', { amount: words.money(discount, currency) })}
        />
      ),
    },
    {
      key: 'sale',
      title: t('detail.sale'),
      isAction: true,
      show: ({ saleId, number }) =>
        saleId && (
          <PageLink to={`${salesPath}/${saleId}`}>
            {t('detail.openSale')}
            <span className="visually-hidden"> {t('kit:cycle', { cycle: number })}</span>
          </PageLink>
        ),
    },
  ];
  return (
    <SalePanel title={t('detail.cyclesTitle')}>
      {cyclesMade.length === 0 ? (
        <p className="muted">{t('detail.noCycles')}</p>
      ) : (
        <RecordList
          label={t('detail.cyclesTitle')}
          columns={columns}
          records={cyclesMade}
          keyOf={({ number }) => number}
        />
      )}
    </SalePanel>
  );
}

/** Tells when a charge was paid, or how often it was tried. */
function CycleNote({ cycle: { state, paidAt, attempts, nextAttemptAt } }: { cycle: Cycle }) {
  const { t } = useTranslation('subscriptions');
  const words = useSubscriptionWords();
  if (state === 'PAID' && paidAt) return t('detail.paidAt', { date: words.date(paidAt) });
  const isWaiting = state === 'DUE' || state === 'OPEN';
  return [
    attempts > 0 && t('detail.attempts', { count: attempts }),
    isWaiting && attempts > 0 && nextAttemptAt && t('detail.nextAttempt', { date: words.date(nextAttemptAt) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function EventsPanel({ subscription, salesPath }: { subscription: WholeSubscription; salesPath: string }) {
  const { t } = useTranslation('subscriptions');
  const { describe, note } = useEventWords(subscription.currency);
  const sales = new Map(subscription.cyclesMade.map(({ number, saleId }) => [number, saleId]));
  const saleOf = (data: Record<string, unknown>, cycle: number | null) =>
    typeof data.saleId === 'string' ? data.saleId : cycle === null ? null : sales.get(cycle);
  return (
    <SalePanel title={t('detail.eventsTitle')}>
      <StepList
        steps={subscription.events.map((event) => {
          const isPaid = event.kind === 'PAID' || event.kind === 'REVERSED' || event.kind === 'CHARGE_REFUSED';
          const saleId = isPaid ? saleOf(event.data, event.cycle) : null;
          return {
            at: event.at,
            icon: EVENT_ICONS[event.kind],
            words: describe(event),
            note: note(event),
            facts: saleId && (
              <PageLink to={`${salesPath}/${saleId}`}>
                {t('detail.openSale')}
                <span className="visually-hidden"> {describe(event)}</span>
              </PageLink>
            ),
          };
        })}
      />
    </SalePanel>
  );
}

/** The plan was changed: its offer is no longer the one that was promised. */
const isMoved = ({ events }: WholeSubscription): boolean =>
  events.some(({ kind, data }) => kind === 'PLAN_CHANGED' && typeof data.offerId === 'string');

function OfferLink({ subscription: { title, offerId }, offerTo }: Pick<PromisePanelProps, 'subscription' | 'offerTo'>) {
  return offerTo ? <PageLink to={offerTo(offerId)}>{title}</PageLink> : title;
}

function NowPanel({ subscription, offerTo }: Pick<PromisePanelProps, 'subscription' | 'offerTo'>) {
  const { t } = useTranslation('subscriptions');
  const words = useSubscriptionWords();
  const { method, card, amount, currency, periodStart, periodEnd, nextChargeAt, accessEndsAt, endReason } =
    subscription;
  const { planned } = subscription;
  const facts: Fact[] = [
    ...(isMoved(subscription)
      ? ([[t('plan'), <OfferLink key="plan" subscription={subscription} offerTo={offerTo} />]] as Fact[])
      : []),
    [t('detail.period'), t('detail.periodOf', { from: words.date(periodStart), to: words.date(periodEnd) })],
    [t('nextCharge'), nextChargeAt ? `${words.date(nextChargeAt)}, ${words.money(amount, currency)}` : t('none')],
    [
      t('detail.access'),
      accessEndsAt ? t('detail.accessUntil', { date: words.date(accessEndsAt) }) : t('detail.accessOpen'),
    ],
    [t('detail.method'), <SubscriptionMethodWord key="method" method={method} />],
  ];
  if (planned)
    facts.push([
      t('detail.planned'),
      t('detail.plannedOf', {
        plan: planned.title,
        price: words.price(planned.amount, currency, planned),
        date: words.date(planned.at),
      }),
    ]);
  if (card) facts.push([t('detail.card'), <CardWords key="card" card={card} />]);
  if (endReason) facts.push([t('figures.reason'), t(`endReasons.${endReason}`)]);
  return (
    <SalePanel title={t('detail.now')}>
      <FactList facts={facts} />
    </SalePanel>
  );
}

function CardWords({ card: { brand, lastDigits, expiry } }: { card: NonNullable<WholeSubscription['card']> }) {
  const { t } = useTranslation('subscriptions');
  const digits = lastDigits ?? '••••';
  const name = brand
    ? t('detail.cardOf', { brand: formatCardBrand(brand), digits })
    : t('detail.cardEnding', { digits });
  const [year, month] = expiry?.split('-') ?? [];
  return [name, expiry && t('detail.cardExpiry', { expiry: `${month}/${year}` })].filter(Boolean).join(', ');
}

interface PromisePanelProps {
  subscription: WholeSubscription;
  offerTo: ((offerId: string) => string) | undefined;
  hasSellers: boolean;
}

/** Shows the terms that hold now, and those before them. Later changes of the offer leave them as they are. */
function PromisePanel({ subscription, offerTo, hasSellers }: PromisePanelProps) {
  const { t } = useTranslation('subscriptions');
  const { locale } = useHost();
  const words = useSubscriptionWords();
  const { currency, productName, sellerName, createdAt, promised } = subscription;
  const { firstAmount, recurringAmount, cycles, trialDays, discount, affiliate, dunning, earlier } = promised;
  const money = (cents: number) => words.money(cents, currency);
  const facts: Fact[] = [
    [t('since'), words.date(createdAt)],
    ...(isMoved(subscription)
      ? []
      : ([[t('detail.offer'), <OfferLink key="offer" subscription={subscription} offerTo={offerTo} />]] as Fact[])),
    [t('detail.product'), productName],
  ];
  if (hasSellers) facts.push([t('seller'), sellerName]);
  if (trialDays !== null) {
    const days = t('detail.trialDays', { count: trialDays });
    facts.push([t('detail.trial'), t(firstAmount === 0 ? 'detail.trialFree' : 'detail.trialPaid', { days })]);
  }
  facts.push(
    [t('detail.firstCharge'), firstAmount === 0 ? t('detail.free') : money(firstAmount)],
    [t('detail.laterCharges'), words.price(recurringAmount, currency, promised)],
    [t('detail.cycles'), cycles === null ? t('detail.noEnd') : String(cycles)],
  );
  if (discount) {
    const cut =
      discount.amount === null ? formatBasisPoints(discount.basisPoints ?? 0, locale) : money(discount.amount);
    const values = { cut, code: discount.code };
    facts.push([
      t('detail.discount'),
      discount.cycles === null
        ? t('detail.discountAlways', values)
        : t('detail.discountOf', { count: discount.cycles, ...values }),
    ]);
  }
  if (affiliate) {
    const values = { name: affiliate.name, share: formatBasisPoints(affiliate.basisPoints, locale) };
    facts.push([
      t('detail.affiliate'),
      affiliate.cycles === null
        ? t('detail.affiliateAlways', values)
        : t('detail.affiliateOf', { count: affiliate.cycles, ...values }),
    ]);
  }
  const days = (count: number) => t('detail.graceDays', { count });
  facts.push(
    [t('detail.grace'), days(dunning.graceDays)],
    [t('detail.unpaid'), t(`detail.unpaidEnds.${dunning.end}`, { days: days(dunning.endDay) })],
  );
  return (
    <SalePanel title={t('detail.promised')}>
      <FactList facts={facts} />
      {earlier.length > 0 && (
        <>
          <h3>{t('detail.earlier')}</h3>
          <FactList
            facts={earlier.map(({ title, amount, untilCycle, ...plan }) => [
              t('detail.plansUntil', { cycle: untilCycle }),
              t('detail.planOf', { plan: title, price: words.price(amount, currency, plan) }),
            ])}
          />
        </>
      )}
    </SalePanel>
  );
}

function BuyerPanel({ subscription }: { subscription: WholeSubscription }) {
  const { t } = useTranslation('subscriptions');
  const { buyerName, buyerEmail, buyerDocument, buyerPhone } = subscription;
  const facts: Fact[] = [
    [t('detail.name'), buyerName],
    [
      t('detail.email'),
      <a key="email" href={`mailto:${buyerEmail}`}>
        <EmailText email={buyerEmail} />
      </a>,
    ],
  ];
  if (buyerPhone) facts.push([t('detail.phone'), formatPhone(buyerPhone)]);
  if (buyerDocument) facts.push([t('detail.document'), maskCpfOrCnpj(buyerDocument)]);
  return (
    <SalePanel title={t('detail.buyerTitle')}>
      <FactList facts={facts} />
    </SalePanel>
  );
}
