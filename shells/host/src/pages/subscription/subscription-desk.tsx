import type { Locale } from '@feira/schemas/common';
import {
  cancelOwn,
  changeOwnMethod,
  keepOwnPlan,
  pauseOwn,
  payOwn,
  resumeOwn,
} from '@feira/schemas/procedures/subscriptions';
import { formatCardBrand } from '@feira/schemas/rules/card';
import { formatCurrency } from '@feira/schemas/rules/currency';
import type { SubscriptionStatus } from '@feira/schemas/subscription';
import type { Client } from '@feira/shell-kit/client';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { formatDate } from '@feira/shell-kit/format';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import type { OwnSubscription } from './own-subscription.ts';
import { usePriceWords } from './price-words.ts';

/** Most who come here look, and change nothing. */
const PlanDialog = lazy(() => import('./plan-dialog.tsx'));
const CardDialog = lazy(() => import('./card-dialog.tsx'));

const LOOKS: Record<SubscriptionStatus, { tone: StatusTone; icon: IconName }> = {
  TRIALING: { tone: 'refunded', icon: 'clock' },
  ACTIVE: { tone: 'approved', icon: 'check' },
  PAST_DUE: { tone: 'rejected', icon: 'alert' },
  PAUSED: { tone: 'pending', icon: 'stop' },
  CANCELED: { tone: 'canceled', icon: 'close' },
  ENDED: { tone: 'canceled', icon: 'check' },
};

interface SubscriptionDeskProps {
  subscription: OwnSubscription;
  token: string;
  client: Client;
  locale: Locale;
  /** Reads the subscription anew. */
  onChanged: () => Promise<unknown>;
}

/** Shows a subscription to its buyer, and what the buyer can do about it. */
export function SubscriptionDesk(props: SubscriptionDeskProps) {
  const { t } = useTranslation('ownSubscription');
  const { subscription, locale } = props;
  const { sellerName, status, supportEmail, accessUrl, due, isCardBarred, endedAt, cancelAtPeriodEnd } = subscription;
  const shown = cancelAtPeriodEnd && endedAt === null ? 'CANCELED' : status;
  return (
    <>
      <p className="login-lead">{t('soldBy', { name: sellerName })}</p>
      <p className="subscription-state">
        <StatusBadge {...LOOKS[shown]} label={t(`statuses.${shown}`)} />
      </p>
      {accessUrl && (
        <a className="button button-primary button-large" href={accessUrl}>
          {t('open')}
        </a>
      )}
      {due && <Due due={due} {...props} />}
      {!due && isCardBarred && !endedAt && (
        <div className="notice notice-error">
          <Icon name="alert" />
          <p>{t('card.barred')}</p>
        </div>
      )}
      <Facts subscription={subscription} locale={locale} />
      <Acts {...props} />
      <History subscription={subscription} locale={locale} />
      {supportEmail && (
        <p className="subscription-small">
          {t('help')} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </p>
      )}
    </>
  );
}

type DueProps = SubscriptionDeskProps & { due: NonNullable<OwnSubscription['due']> };

/** Says what is to be paid now. An open code is shown on its payment's page, and otherwise one is made. */
function Due({ due, subscription, token, client, locale }: DueProps) {
  const { t } = useTranslation('ownSubscription');
  const { failure, isBusy, submit } = useSubmit();
  const { currency, methods, pageView } = subscription;
  const words = { date: formatDate(due.dueAt, locale), amount: formatCurrency(due.amount, currency, locale) };
  const pay = (method: 'PIX' | 'BILLET') =>
    submit(async () => {
      const { paymentId } = await client.call(payOwn, { token, method, pageView });
      location.assign(`/checkout/payment/${paymentId}`);
    });
  return (
    <div className={`notice ${due.isOpen ? 'notice-info' : 'notice-error'}`}>
      <Icon name="alert" />
      <div>
        <p>{t(due.isOpen ? 'due.open' : 'due.refused', words)}</p>
        <FailureNotice failure={failure} />
        {due.isOpen && due.paymentId ? (
          <a className="button button-primary" href={`/checkout/payment/${due.paymentId}`}>
            {t('due.pay')}
          </a>
        ) : (
          CODES.filter((method) => methods.includes(method)).map((method) => (
            <button
              key={method}
              type="button"
              className="button button-primary"
              aria-busy={isBusy}
              onClick={() => pay(method)}
            >
              {t(`due.${method}`)}
            </button>
          ))
        )}
      </div>
    </div>
  );
}

/** The methods that are paid by a code that is mailed. */
const CODES = ['PIX', 'BILLET'] as const;

type Shown = Pick<SubscriptionDeskProps, 'subscription' | 'locale'>;

function Facts({ subscription, locale }: Shown) {
  const { t } = useTranslation('ownSubscription');
  const { amount, currency, nextChargeAt, cycle, cycles, method, card } = subscription;
  const { periodEnd, cancelAtPeriodEnd, endedAt, accessEndsAt, planned } = subscription;
  const date = (iso: string) => formatDate(iso, locale);
  const priceOf = usePriceWords(locale);
  const money = formatCurrency(amount, currency, locale);
  const facts: [string, string][] = [[t('priceLabel'), priceOf(amount, currency, subscription)]];
  if (endedAt) facts.push([t('ended'), date(endedAt)]);
  else if (cancelAtPeriodEnd) facts.push([t('ends'), date(periodEnd)]);
  else facts.push([t('next'), nextChargeAt ? t('nextOf', { date: date(nextChargeAt), amount: money }) : t('noNext')]);
  if (planned)
    facts.push([
      t('plan.planned'),
      t('plan.plannedOf', {
        plan: planned.title,
        date: date(planned.at),
        price: priceOf(planned.amount, currency, planned),
      }),
    ]);
  if (cycles !== null) facts.push([t('charges'), t('progress', { cycle, cycles })]);
  if (accessEndsAt && !endedAt) facts.push([t('access'), date(accessEndsAt)]);
  facts.push([t('method'), t(`methods.${method}`)]);
  const digits = card?.lastDigits;
  const [year, month] = card?.expiry?.split('-') ?? [];
  return (
    <dl className="subscription-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {name === t('method') && digits && (
              <span className="subscription-small">
                {card.brand ? t('cardOf', { brand: formatCardBrand(card.brand), digits }) : t('cardEnding', { digits })}
                {month && `, ${t('expires', { expiry: `${month}/${year}` })}`}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Question = 'pause' | 'cancel' | 'keepPlan' | (typeof CODES)[number];

/** To cancel takes two clicks. What can be taken back takes one. */
function Acts({ subscription, token, client, locale, onChanged }: SubscriptionDeskProps) {
  const { t } = useTranslation('ownSubscription');
  const { failure, isBusy, submit } = useSubmit();
  const [asked, setAsked] = useState<Question | null>(null);
  const [done, setDone] = useState('');
  const [isCardOpen, setIsCardOpen] = useState(false);
  const [isPlanOpen, setIsPlanOpen] = useState(false);
  const { endedAt, pausedAt, cancelAtPeriodEnd, periodEnd, pastDueSince, nextChargeAt } = subscription;
  const { method, methods, cardFrameUrl, planned } = subscription;
  const act = (call: () => Promise<unknown>, message: string) =>
    submit(async () => {
      setDone('');
      await call();
      setAsked(null);
      await onChanged();
      setDone(message);
    });
  // A period that nobody paid, or that is over, gives no access that could be kept.
  const isAtOnce = pastDueSince !== null || Date.parse(periodEnd) <= Date.now();
  const when = { date: formatDate(periodEnd, locale) };
  const changeTo = (next: (typeof CODES)[number]) => ({
    run: () => act(() => client.call(changeOwnMethod, { token, method: next }), t('methodChanged')),
    title: t('methodTitle', { method: t(`methods.${next}`) }),
    text: t('methodText'),
    action: t('methodAction', { method: t(`methods.${next}`) }),
  });
  const DIALOGS = {
    PIX: changeTo('PIX'),
    BILLET: changeTo('BILLET'),
    keepPlan: {
      title: t('plan.keepTitle'),
      action: t('plan.keep'),
      run: () => act(() => client.call(keepOwnPlan, { token }), t('plan.kept')),
      text: t('plan.keepText', { plan: planned?.title ?? '' }),
    },
    pause: {
      title: t('pauseTitle'),
      action: t('pause'),
      run: () => act(() => client.call(pauseOwn, { token }), t('paused')),
      text: t('pauseText', when),
    },
    cancel: {
      title: t('cancelTitle'),
      action: t('cancel'),
      run: () => act(() => client.call(cancelOwn, { token, isAtOnce, reason: null }), t('canceled')),
      text: isAtOnce ? t('cancelNow') : t('cancelText', when),
    },
  };
  return (
    <>
      <p role="status" className={done ? 'notice notice-info' : 'visually-hidden'}>
        {done}
      </p>
      {!asked && <FailureNotice failure={failure} />}
      {!endedAt && (
        <div className="subscription-acts">
          {!cancelAtPeriodEnd && nextChargeAt && (
            <>
              {!pausedAt && (
                <button type="button" className="button" onClick={() => setIsPlanOpen(true)}>
                  {t('plan.change')}
                </button>
              )}
              {planned && (
                <button type="button" className="button" onClick={() => setAsked('keepPlan')}>
                  {t('plan.keep')}
                </button>
              )}
              {cardFrameUrl && methods.includes('CREDIT_CARD') && (
                <button type="button" className="button" onClick={() => setIsCardOpen(true)}>
                  {t(method === 'CREDIT_CARD' ? 'card.change' : 'card.use')}
                </button>
              )}
              {CODES.filter((other) => other !== method && methods.includes(other)).map((other) => (
                <button key={other} type="button" className="button" onClick={() => setAsked(other)}>
                  {t('methodAction', { method: t(`methods.${other}`) })}
                </button>
              ))}
            </>
          )}
          {pausedAt ? (
            <button
              type="button"
              className="button button-primary"
              aria-busy={isBusy}
              onClick={() => act(() => client.call(resumeOwn, { token }), t('resumed'))}
            >
              {t('resume')}
            </button>
          ) : (
            !cancelAtPeriodEnd &&
            nextChargeAt && (
              <button type="button" className="button" onClick={() => setAsked('pause')}>
                {t('pause')}
              </button>
            )
          )}
          {cancelAtPeriodEnd ? (
            <button
              type="button"
              className="button button-primary"
              aria-busy={isBusy}
              onClick={() => act(() => client.call(resumeOwn, { token }), t('kept'))}
            >
              {t('keep')}
            </button>
          ) : (
            <button type="button" className="button" onClick={() => setAsked('cancel')}>
              {t('cancel')}
            </button>
          )}
        </div>
      )}
      <Suspense>
        {isPlanOpen && (
          <PlanDialog
            subscription={subscription}
            token={token}
            client={client}
            locale={locale}
            onClose={() => setIsPlanOpen(false)}
            onDone={(message) => {
              setIsPlanOpen(false);
              void act(async () => {}, message);
            }}
          />
        )}
        {isCardOpen && cardFrameUrl && (
          <CardDialog
            frameUrl={cardFrameUrl}
            token={token}
            pageView={subscription.pageView}
            client={client}
            locale={locale}
            isDue={pastDueSince !== null}
            onClose={() => setIsCardOpen(false)}
            onDone={() => {
              setIsCardOpen(false);
              void act(async () => {}, t('card.changed'));
            }}
          />
        )}
      </Suspense>
      {asked && (
        <ModalDialog title={DIALOGS[asked].title} text={DIALOGS[asked].text} onClose={() => setAsked(null)}>
          <FailureNotice failure={failure} />
          <div className="dialog-actions">
            <button type="button" className="button" onClick={() => setAsked(null)}>
              {t('back')}
            </button>
            <button
              type="button"
              className={`button ${asked === 'cancel' ? 'button-danger' : 'button-primary'}`}
              aria-busy={isBusy}
              onClick={() => !isBusy && DIALOGS[asked].run()}
            >
              {DIALOGS[asked].action}
            </button>
          </div>
        </ModalDialog>
      )}
    </>
  );
}

function History({ subscription: { cyclesMade, currency }, locale }: Shown) {
  const { t } = useTranslation('ownSubscription');
  if (cyclesMade.length === 0) return null;
  return (
    <section aria-label={t('history')}>
      <h2 className="subscription-heading">{t('history')}</h2>
      <ul className="subscription-history">
        {cyclesMade.map(({ number, dueAt, amount, state, paymentId }) => (
          <li key={number}>
            <span>
              {t('charge', { number, date: formatDate(dueAt, locale) })}
              <span className="subscription-small">
                {formatCurrency(amount, currency, locale)} · {t(`cycleStates.${state}`)}
              </span>
            </span>
            {paymentId && (state === 'PAID' || state === 'REVERSED') && (
              <a href={`/checkout/payment/${paymentId}/receipt.pdf?lang=${locale}`}>
                {t('receipt')}
                <span className="visually-hidden"> {t('charge', { number, date: formatDate(dueAt, locale) })}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
