import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../client.ts';
import { useHost } from '../../host-context.ts';
import { PageLink } from '../page-link.tsx';

/** Links to the page where people enter their CPF or CNPJ, after a refusal for its lack. Managers have no profile but the account. */
export function TellDocument({ error }: { error: ApiError | null }) {
  const { t } = useTranslation('money');
  const { session } = useHost();
  if (error?.code !== 'DOCUMENT_REQUIRED') return null;
  const isSelling = session.roles.some((role) => role === 'seller' || role === 'affiliate' || role === 'co-producer');
  return <PageLink to={isSelling ? '/platform/my-profile' : '/account'}>{t('destinations.tellDocument')}</PageLink>;
}
