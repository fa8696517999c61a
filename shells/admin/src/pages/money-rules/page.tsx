import Proposals from '@feira/shell-desk/money-rules/proposals.tsx';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { PageLink } from '@feira/shell-kit/components/page-link';
import '@feira/shell-kit/styles/forms.css';
import { useTranslation } from 'react-i18next';
import { useCurrency } from './use-currency.ts';

/** Lists every change of money rules: what waits for a second person or its day, and the history with the way back. */
export default function MoneyRulesPage() {
  const { t } = useTranslation(['admin', 'moneyRules']);
  const currency = useCurrency();
  return (
    <PageFrame title={t('moneyRules.title')}>
      <p className="muted">
        {t('moneyRules:text')} <PageLink to="/admin-root/platform-settings">{t('settings.title')}</PageLink>
      </p>
      <Proposals currency={currency} />
    </PageFrame>
  );
}
