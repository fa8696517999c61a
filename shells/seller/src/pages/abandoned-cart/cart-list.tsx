import { formatCurrency } from '@feira/schemas/rules/currency';
import { maskPhone } from '@feira/schemas/rules/mask';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cart, useContacted, useStop } from './use-carts.ts';

const TONES: Record<Cart['state'], [StatusTone, IconName]> = {
  OPEN: ['pending', 'clock'],
  RECOVERED: ['approved', 'check'],
  STOPPED: ['canceled', 'stop'],
  EXPIRED: ['canceled', 'history'],
};

/** Shows carts as a table, and as cards on a phone. */
export function CartList({ carts }: { carts: Cart[] | undefined }) {
  const { t } = useTranslation('carts');
  const { locale } = useHost();
  const columns: RecordColumn<Cart>[] = [
    {
      key: 'buyer',
      title: t('buyer'),
      isHead: true,
      show: (cart) => <Buyer cart={cart} />,
    },
    {
      key: 'product',
      title: t('product'),
      show: ({ title, abandonedAt }) => (
        <TwoLines
          first={<span className="cart-title">{title}</span>}
          second={t('leftAt', { date: formatDate(abandonedAt, locale), time: formatTime(abandonedAt, locale) })}
        />
      ),
    },
    { key: 'state', title: t('state'), show: (cart) => <State cart={cart} /> },
    { key: 'messages', title: t('messages'), show: (cart) => <Messages cart={cart} /> },
    {
      key: 'amount',
      title: t('amount'),
      isNumber: true,
      show: ({ cartAmt, currency }) => (cartAmt === null ? '—' : formatCurrency(cartAmt, currency, locale)),
    },
    { key: 'acts', title: t('actions'), isAction: true, show: (cart) => <Acts cart={cart} /> },
  ];
  return <RecordList label={t('title')} columns={columns} records={carts} keyOf={({ id }) => id} />;
}

function Buyer({ cart: { name, email, phone, document } }: { cart: Cart }) {
  const { t } = useTranslation('carts');
  if (!email) return <span className="muted">{t('erased')}</span>;
  return (
    <TwoLines
      first={name || t('nameless')}
      second={
        <span className="cart-contact">
          <EmailText email={email} />
          {phone && <span>{maskPhone(phone)}</span>}
          {document && <span>{document}</span>}
        </span>
      }
    />
  );
}

function State({ cart: { state, stopReason, saleId, isHoldout } }: { cart: Cart }) {
  const { t } = useTranslation('carts');
  const [tone, icon] = TONES[state];
  const note = stopReason && t(`reasons.${stopReason}`);
  return (
    <TwoLines
      first={<StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />}
      second={
        <>
          {note}
          {saleId && <PageLink to={`/platform/my-sales/${saleId}`}>{t('openSale')}</PageLink>}
          {isHoldout && state !== 'RECOVERED' && (
            <span className="tag" title={t('holdoutHint')}>
              {t('holdout')}
            </span>
          )}
        </>
      }
    />
  );
}

function Messages({ cart: { steps, nextAt, state } }: { cart: Cart }) {
  const { t } = useTranslation('carts');
  const { locale } = useHost();
  const next = state === 'OPEN' && nextAt;
  if (steps.length === 0 && !next) return <span className="muted">{t('noMessages')}</span>;
  return (
    <ul className="cart-steps">
      {steps.map(({ channel, state: step, at }) => (
        <li key={`${channel} ${at}`}>{t(`steps.${channel}.${step}`, { date: formatDate(at, locale) })}</li>
      ))}
      {next && (
        <li className="muted">{t('nextAt', { date: `${formatDate(next, locale)} ${formatTime(next, locale)}` })}</li>
      )}
    </ul>
  );
}

function Acts({ cart }: { cart: Cart }) {
  const { t } = useTranslation(['carts', 'kit']);
  const contacted = useContacted();
  const stop = useStop();
  const [isStopping, setIsStopping] = useState(false);
  const { id, name, email, resumeUrl, whatsappUrl, steps, state } = cart;
  const buyer = name || email || '';
  const isTodo = steps.some(({ state: step }) => step === 'WAITING');
  return (
    <span className="cart-acts">
      {whatsappUrl && (
        <a
          className={isTodo ? 'button button-primary' : 'button'}
          href={whatsappUrl}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => isTodo && contacted.run({ cartId: id })}
        >
          <Icon name="phone" size={18} />
          {t('whatsapp')}
          <span className="visually-hidden">
            {' '}
            {buyer} {t('kit:newTab')}
          </span>
        </a>
      )}
      {resumeUrl && <CopyButton text={resumeUrl} label={t('copyLink')} description={buyer} />}
      {state === 'OPEN' && (
        <button type="button" className="button" onClick={() => setIsStopping(true)}>
          {t('stop')}
          <span className="visually-hidden"> {buyer}</span>
        </button>
      )}
      {isStopping && (
        <ConfirmChange
          title={t('stopTitle')}
          text={t('stopText', { buyer })}
          action={t('stop')}
          change={stop}
          input={{ cartId: id }}
          onDone={() => setIsStopping(false)}
          onClose={() => setIsStopping(false)}
        />
      )}
    </span>
  );
}
