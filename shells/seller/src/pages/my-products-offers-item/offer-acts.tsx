import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { openPage } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toBuilder, toOffer } from '../../components/products/addresses.ts';
import { type Offer, useOfferArchival, useOfferChange, useOfferCopy } from '../../components/products/use-products.ts';

interface OfferActsProps {
  offer: Offer;
  onDone: (message: string) => void;
}

/** Publishes, copies and archives an offer. */
export function OfferActs({ offer, onDone }: OfferActsProps) {
  const { t } = useTranslation('products');
  const [isArchiving, setIsArchiving] = useState(false);
  const publish = useOfferChange();
  const copy = useOfferCopy();
  const archive = useOfferArchival();
  const subject = { offerId: offer.id, version: offer.version };
  return (
    <>
      <div className="offer-acts">
        {offer.status !== 'PUBLISHED' && (
          <button
            type="button"
            className="button button-primary"
            aria-busy={publish.isBusy}
            onClick={async () => {
              if (await publish.run({ ...subject, status: 'PUBLISHED' })) onDone(t('offerActs.published'));
            }}
          >
            {t('offerActs.publish')}
          </button>
        )}
        <PageLink to={toBuilder(offer.id)} className="button">
          {t('offerActs.design')}
        </PageLink>
        <button
          type="button"
          className="button"
          aria-busy={copy.isBusy}
          onClick={async () => {
            const made = await copy.run({ offerId: offer.id });
            if (!made) return;
            openPage(toOffer(made.offerId));
            onDone(t('offerActs.copied'));
          }}
        >
          {t('offerActs.copy')}
        </button>
        {offer.status !== 'ARCHIVED' && (
          <button type="button" className="button" onClick={() => setIsArchiving(true)}>
            {t('offerActs.archive')}
          </button>
        )}
      </div>
      <Refusal error={publish.error ?? copy.error} />
      {isArchiving && (
        <ConfirmDialog
          isDanger
          title={t('offerActs.archiveTitle', { title: offer.title })}
          text={t('offerActs.archiveText')}
          action={t('offerActs.archive')}
          error={archive.error}
          isBusy={archive.isBusy}
          onClose={() => setIsArchiving(false)}
          onConfirm={async () => {
            if (!(await archive.run(subject))) return;
            setIsArchiving(false);
            onDone(t('offerActs.archived'));
          }}
        />
      )}
    </>
  );
}
