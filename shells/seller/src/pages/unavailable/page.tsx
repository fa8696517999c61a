import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { useTranslation } from 'react-i18next';

/** An address that will have a screen and has none yet: it says so instead of pretending. */
export default function UnavailablePage() {
  const { t } = useTranslation('seller');
  return (
    <div className="message">
      <span className="empty-icon">
        <Icon name="clock" size={28} />
      </span>
      <h1>{t('unavailable.title')}</h1>
      <p>{t('unavailable.text')}</p>
      <LinkButton to="/platform/dashboard">{t('unavailable.back')}</LinkButton>
    </div>
  );
}
