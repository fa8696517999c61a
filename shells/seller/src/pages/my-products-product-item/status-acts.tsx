import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { openPage } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCTS } from '../../components/products/addresses.ts';
import {
  type Product,
  useProductArchival,
  useProductDeletion,
  useProductPublication,
} from '../../components/products/use-products.ts';

type Act = 'publish' | 'archive' | 'delete';

interface StatusActsProps {
  product: Product;
  onDone: (message: string) => void;
}

/** Puts a product on sale, takes it off, or deletes it, each after saying what follows. */
export function StatusActs({ product, onDone }: StatusActsProps) {
  const { t } = useTranslation('products');
  const [open, setOpen] = useState<Act | null>(null);
  const { status, isSold, isReviewed, blockReason, offers, typeProduct, hasDelivery } = product;
  const isOnSale = status === 'ACTIVE' || status === 'IN_REVIEW';
  const isAsked = isReviewed || blockReason !== null;
  const publish = useProductPublication();
  const archive = useProductArchival();
  const remove = useProductDeletion();
  const subject = { productId: product.id, version: product.version };
  const act = async () => {
    if (open === 'publish') {
      const answer = await publish.run(subject);
      if (answer) finish(t(answer.status === 'ACTIVE' ? 'acts.published' : 'acts.submitted'));
    }
    if (open === 'archive' && (await archive.run(subject))) finish(t('acts.archived'));
    if (open === 'delete') {
      const answer = await remove.run(subject);
      if (answer?.outcome === 'DELETED') openPage(PRODUCTS);
      else if (answer) finish(t('acts.keptArchived'));
    }
  };
  const finish = (message: string) => {
    setOpen(null);
    onDone(message);
  };
  const change = { publish, archive, delete: remove }[open ?? 'publish'];
  const start = (next: Act) => {
    for (const each of [publish, archive, remove]) each.reset();
    setOpen(next);
  };
  const publication = isAsked ? 'submit' : 'publish';
  const deletion = isSold ? 'deleteSold' : 'delete';
  const words = open === 'publish' ? publication : open === 'delete' ? deletion : 'archive';
  return (
    <div className="product-acts">
      {!isOnSale && (
        <button type="button" className="button button-primary" onClick={() => start('publish')}>
          {t(`acts.${publication}.action`)}
        </button>
      )}
      {isOnSale && (
        <button type="button" className="button" onClick={() => start('archive')}>
          {t('acts.archive.action')}
        </button>
      )}
      <button type="button" className="button" onClick={() => start('delete')}>
        {t('acts.delete.action')}
      </button>
      {open && (
        <ConfirmDialog
          isDanger={open !== 'publish'}
          title={t(`acts.${words}.title`, { name: product.name })}
          text={t(`acts.${words}.text`)}
          action={t(`acts.${words}.action`)}
          error={change.error}
          isBusy={change.isBusy}
          onClose={() => setOpen(null)}
          onConfirm={act}
        >
          {open === 'publish' && !offers.some((offer) => offer.status === 'PUBLISHED') && (
            <p className="notice notice-info">{t('acts.noOffer')}</p>
          )}
          {open === 'publish' && typeProduct === 'DIGITAL' && !hasDelivery && (
            <p className="notice notice-info">{t('acts.noDelivery')}</p>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
