import { TextField } from '@feira/shell-kit/components/form-fields';
import type { Controls } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import type { INVITATION } from './invitation.ts';

export function InvitationFields({ controls }: { controls: Controls<typeof INVITATION> }) {
  const { t } = useTranslation('admin');
  return (
    <div className="form-grid">
      <TextField label={t('people.name')} {...controls.name} />
      <TextField label={t('people.email')} {...controls.email} />
    </div>
  );
}
