import { Icon } from '../../components/icon.tsx';
import { usePage } from './page-context.ts';

export function Whatsapp() {
  const { boot, t } = usePage();
  if (!boot.whatsappUrl) return null;
  return (
    <a
      className={`whatsapp ${boot.checkout.checkoutBuilderConfig.whatsapp?.position === 'LEFT' ? 'left' : ''}`}
      href={boot.whatsappUrl}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="chat" />
      <span className="hidden-text">{t('whatsapp')}</span>
    </a>
  );
}
