import type { AdminPermission } from '@feira/schemas/options';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

/** Names the permission that a page requires, and who can grant it. */
export default function MissingPermission({ permission }: { permission: AdminPermission }) {
  const { t } = useTranslation('permissions');
  return <p>{t('missing', { name: t(`names.${permission}`) })}</p>;
}
