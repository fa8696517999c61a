import type { ApiError } from '@feira/shell-kit/client';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useTranslation } from 'react-i18next';

/** Links to the page where people enter their CPF or CNPJ, or send their documents, after a refusal for the lack of them. */
export function TellDocument({ error }: { error: ApiError | null }) {
  const { t } = useTranslation('money');
  if (error?.code === 'VERIFICATION_REQUIRED')
    return <PageLink to="/account#verification">{t('withdraw.sendDocuments')}</PageLink>;
  if (error?.code !== 'DOCUMENT_REQUIRED') return null;
  return <PageLink to="/account">{t('destinations.tellDocument')}</PageLink>;
}
