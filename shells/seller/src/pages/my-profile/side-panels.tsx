import { PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import { SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from './use-profile.ts';

const ENABLED = {
  PIX: 'pixEnabled',
  CREDIT_CARD: 'creditCardEnabled',
  BILLET: 'billetEnabled',
} as const satisfies Record<PaymentMethod, keyof Account>;

/** Shows the payment methods of buyers. The platform decides them, so nothing can be changed here. */
export function MethodsPanel({ account }: { account: Account }) {
  const { t } = useTranslation('seller');
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('profile.methods')}</h2>
      <p className="muted">{t('profile.methodsText')}</p>
      <ul className="profile-methods">
        {PAYMENT_METHODS.map((method) => {
          const isEnabled = account[ENABLED[method]];
          return (
            <li key={method}>
              <SaleMethod method={method} />
              <StatusBadge
                tone={isEnabled ? 'approved' : 'canceled'}
                icon={isEnabled ? 'check' : 'stop'}
                label={t(isEnabled ? 'profile.methodOn' : 'profile.methodOff')}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function SecurityPanel({ account }: { account: Account }) {
  const { t } = useTranslation('seller');
  const id = useId();
  return (
    <section className="panel profile-security" aria-labelledby={id}>
      <h2 id={id}>{t('profile.security')}</h2>
      <p className="profile-factor">
        <Icon name={account.hasSecondFactor ? 'check' : 'alert'} size={18} />
        {t(account.hasSecondFactor ? 'profile.factorOn' : 'profile.factorOff')}
      </p>
      <p className="muted">{t('profile.securityText')}</p>
      <LinkButton to="/account">{t('profile.openSecurity')}</LinkButton>
    </section>
  );
}
