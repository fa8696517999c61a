import { PAYMENT_METHODS } from '@feira/schemas/common';
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import type { GivenAmount } from '@feira/schemas/rules/amount-in';
import { SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import { formatAmounts, formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlatformDetails } from './use-platform.ts';

/** Shows the rules that the platform's administrators set in their own dashboard. */
export function RulesPanel({ platform }: { platform: PlatformDetails }) {
  const { t } = useTranslation(['master', 'kit']);
  const { locale } = useHost();
  const id = useId();
  const {
    fees,
    release,
    installments,
    currency,
    locale: language,
    isRegistrationOpen,
  } = {
    ...DEFAULT_PLATFORM_SETTINGS,
    ...platform.settings,
  };
  const money = (amount: number, abroad: GivenAmount['abroad']) => formatAmounts({ currency, amount, abroad }, locale);
  const facts = [
    [t('rules.installments'), t('rules.installmentsUpTo', { max: installments.max, free: installments.interestFree })],
    [t('rules.minimumInstallment'), money(installments.minimumInstallment, installments.minimumInstallmentAbroad)],
    [t('rules.language'), t(`languages.${language}`)],
    [t('rules.registration'), t(isRegistrationOpen ? 'rules.registrationOpen' : 'rules.registrationClosed')],
  ];
  return (
    <section className="panel platform-part" aria-labelledby={id}>
      <h2 id={id}>{t('rules.title')}</h2>
      <p className="muted">{t('rules.text')}</p>
      <dl className="platform-facts">
        {PAYMENT_METHODS.map((method) => (
          <div key={method}>
            <dt>
              <SaleMethod method={method} />
            </dt>
            <dd>
              {t('rules.fee', {
                share: formatBasisPoints(fees[method].basisPoints, locale),
                fixed: money(fees[method].fixed, fees[method].fixedAbroad),
              })}
              <span className="muted">
                {t('rules.release', { count: release[method].days })}
                {release[method].reserveBasisPoints > 0 &&
                  ` · ${t('rules.reserve', { share: formatBasisPoints(release[method].reserveBasisPoints, locale) })}`}
              </span>
            </dd>
          </div>
        ))}
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
