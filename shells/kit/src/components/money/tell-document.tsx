import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../client.ts';
import { PageLink } from '../page-link.tsx';

/** Links to the page where people enter their CPF or CNPJ, after a refusal for its lack. */
export function TellDocument({ error }: { error: ApiError | null }) {
  const { t } = useTranslation('money');
  if (error?.code !== 'DOCUMENT_REQUIRED') return null;
  return <PageLink to="/account">{t('destinations.tellDocument')}</PageLink>;
}
