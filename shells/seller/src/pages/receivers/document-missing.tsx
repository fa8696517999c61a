import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useTranslation } from 'react-i18next';

/** No provider opens an account for a person without a CPF or CNPJ. */
export function DocumentMissing() {
  const { t } = useTranslation('receivers');
  return (
    <div className="notice notice-error">
      <Icon name="alert" />
      <p>
        {t('documentMissing')} <PageLink to="/account">{t('tellDocument')}</PageLink>
      </p>
    </div>
  );
}
