import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import { Icon } from '../../components/icon.tsx';
import { usePage } from './page-context.ts';

/** Renders nothing without a message, or where the number is too short to be a phone. */
function whatsappUrl(config: CheckoutBuilderConfig['whatsapp']): string | undefined {
  const phone = config?.phone.replace(/[()\-\s]/g, '') ?? '';
  if (!config?.message || phone.length <= 2) return undefined;
  return `https://wa.me/55${encodeURIComponent(phone)}?text=${encodeURIComponent(config.message)}`;
}

export function Whatsapp() {
  const { boot, t } = usePage();
  const { whatsapp } = boot.checkout.checkoutBuilderConfig;
  const url = whatsappUrl(whatsapp);
  if (!url) return null;
  return (
    <a
      className={`whatsapp ${whatsapp?.position === 'LEFT' ? 'left' : ''}`}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="chat" />
      <span className="hidden-text">{t('whatsapp')}</span>
    </a>
  );
}
