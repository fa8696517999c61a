import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { LinkButton } from './link-button.tsx';

/** Says that the screen of this address does not exist yet. */
export default function UnavailablePage() {
  const { t } = useTranslation('kit');
  const basePath = `/${location.pathname.split('/')[1]}`;
  return (
    <div className="message">
      <span className="empty-icon">
        <Icon name="clock" size={28} />
      </span>
      <h1>{t('unavailable.title')}</h1>
      <p>{t('unavailable.text')}</p>
      <LinkButton to={basePath}>{t('unavailable.back')}</LinkButton>
    </div>
  );
}
