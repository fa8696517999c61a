import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './share-panel.css';
import { savePicture } from './save-picture.ts';
import type { Offer } from './use-products.ts';

interface SharePanelProps {
  /** An offer, or a payment link. */
  offer: Pick<Offer, 'id' | 'url' | 'title' | 'qrPath' | 'qrSize'>;
}

/** The ways to bring an offer's checkout to people: link, QR code, WhatsApp, and other sites. */
export function SharePanel({ offer: { id: offerId, url, title, qrPath, qrSize } }: SharePanelProps) {
  const { t } = useTranslation('products');
  const id = useId();
  const message = encodeURIComponent(t('share.message', { title, url }));
  return (
    <section className="panel share" aria-labelledby={id}>
      <h2 id={id}>{t('share.title')}</h2>
      <div className="share-parts">
        <svg
          className="share-code"
          viewBox={`0 0 ${qrSize} ${qrSize}`}
          role="img"
          aria-label={t('share.code', { title })}
        >
          <path d={qrPath} />
        </svg>
        <div className="share-ways">
          <output className="share-link" aria-label={t('share.link')}>
            {url}
          </output>
          <CopyButton text={url} label={t('share.copy')} description={t('share.of', { title })} />
          <a className="button" href={url} target="_blank" rel="noreferrer">
            <Icon name="external" size={18} />
            {t('share.open')}
          </a>
          <a className="button" href={`https://wa.me/?text=${message}`} target="_blank" rel="noreferrer">
            <Icon name="phone" size={18} />
            {t('share.whatsApp')}
          </a>
          <button
            type="button"
            className="button"
            onClick={() => savePicture(qrPath, qrSize, `${t('share.fileName')}.png`)}
          >
            <Icon name="download" size={18} />
            {t('share.download')}
          </button>
          <PageLink className="button" to={`/platform/embed?offer=${offerId}`}>
            <Icon name="globe" size={18} />
            {t('share.embed')}
          </PageLink>
        </div>
      </div>
    </section>
  );
}
