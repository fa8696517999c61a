import { Icon } from '../../components/icon.tsx';
import type { StaticProps } from './static-props.ts';

/** Its side is a class of the page, which keeps the room below it free of fields. */
export function Whatsapp({ boot, t }: Pick<StaticProps, 'boot' | 't'>) {
  if (!boot.whatsappUrl) return null;
  return (
    <a className="whatsapp" href={boot.whatsappUrl} target="_blank" rel="noopener noreferrer">
      <Icon name="chat" />
      <span className="hidden-text">{t('whatsapp')}</span>
    </a>
  );
}
