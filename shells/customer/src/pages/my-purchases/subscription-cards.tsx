import { HOST_PATHS } from '@feira/schemas/addresses';
import { formatCardBrand } from '@feira/schemas/rules/card';
import {
  SubscriptionMethodWord,
  SubscriptionStatusBadge,
  useSubscriptionWords,
} from '@feira/shell-desk/subscriptions/subscription-words.tsx';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from './picture.tsx';
import { type OwnSubscription, useOwnCancellation, useOwnSubscriptions } from './use-subscriptions.ts';

/** Shows the customer's subscriptions above the purchases. Nothing stands there for those who have none. */
export function SubscriptionCards() {
  const { t } = useTranslation('customer');
  const { data } = useOwnSubscriptions();
  const [done, setDone] = useState('');
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="own-subscriptions">
      <h2 id="own-subscriptions">{t('subscriptions.title')}</h2>
      <p role="status" className={done ? 'notice notice-info' : 'visually-hidden'}>
        {done}
      </p>
      <ul className="purchases" aria-labelledby="own-subscriptions">
        {data.items.map((subscription) => (
          <SubscriptionCard key={subscription.token} subscription={subscription} onDone={setDone} />
        ))}
      </ul>
    </section>
  );
}

interface SubscriptionCardProps {
  subscription: OwnSubscription;
  onDone: (message: string) => void;
}

/** Shows the next charge of a subscription, and cancels it in two clicks. Its page, which a mail opens too, does the rest. */
function SubscriptionCard({ subscription, onDone }: SubscriptionCardProps) {
  const { t } = useTranslation('customer');
  const words = useSubscriptionWords();
  const [isAsking, setIsAsking] = useState(false);
  const cancellation = useOwnCancellation();
  const { token, title, sellerName, productImage, amount, currency, nextChargeAt } = subscription;
  const { method, card, endedAt, cancelAtPeriodEnd, pastDueSince, periodEnd } = subscription;
  // A period that nobody paid, or that is over, gives no access that could be kept.
  const isAtOnce = pastDueSince !== null || Date.parse(periodEnd) <= Date.now();
  return (
    <li className="panel purchase">
      <Picture image={productImage} />
      <div className="purchase-what">
        <h3>{title}</h3>
        <p className="muted">{t('purchases.soldBy', { name: sellerName })}</p>
        {nextChargeAt && !endedAt && (
          <p>
            <time dateTime={nextChargeAt}>{t('subscriptions.next', { date: words.date(nextChargeAt) })}</time>
          </p>
        )}
      </div>
      <div className="purchase-money">
        <strong className="number">{words.money(amount, currency)}</strong>
        <span className="muted">{words.every(subscription)}</span>
        <SubscriptionMethodWord method={method} />
        {card?.lastDigits && (
          <span className="muted">
            {card.brand ? `${formatCardBrand(card.brand)} ` : ''}•••• {card.lastDigits}
          </span>
        )}
      </div>
      <div className="purchase-state">
        <div>
          <SubscriptionStatusBadge {...subscription} />
          <p className="muted">{words.note(subscription)}</p>
        </div>
        {!endedAt && !cancelAtPeriodEnd && (
          <button type="button" className="button" onClick={() => setIsAsking(true)}>
            {t('subscriptions.cancel')}
            <span className="visually-hidden"> {title}</span>
          </button>
        )}
        <a className="button button-primary" href={`${HOST_PATHS.subscription}#${token}`}>
          {t('subscriptions.see')}
          <span className="visually-hidden"> {title}</span>
        </a>
      </div>
      {isAsking && (
        <ConfirmDialog
          isDanger
          title={t('subscriptions.cancelTitle', { title })}
          text={
            isAtOnce ? t('subscriptions.cancelNow') : t('subscriptions.cancelText', { date: words.date(periodEnd) })
          }
          action={t('subscriptions.cancel')}
          dismissal={t('subscriptions.back')}
          isBusy={cancellation.isBusy}
          error={cancellation.error}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            if (!(await cancellation.run({ token, isAtOnce, reason: null }))) return;
            setIsAsking(false);
            onDone(t('subscriptions.canceled', { title }));
          }}
        />
      )}
    </li>
  );
}
