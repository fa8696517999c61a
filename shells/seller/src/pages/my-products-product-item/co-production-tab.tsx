import { Icon } from '@feira/shell-kit/components/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GivenTab } from '../../components/partners/given-tab.tsx';
import { OfferDialog } from '../../components/partners/offer-dialog.tsx';
import type { TabProps } from './tab-props.ts';

/** The co-producers of one product. */
export function CoProductionTab({ product, onDone }: TabProps) {
  const { t } = useTranslation('partners');
  const [isOffering, setIsOffering] = useState(false);
  return (
    <>
      <div className="tab-act">
        <button type="button" className="button button-primary" onClick={() => setIsOffering(true)}>
          <Icon name="plus" size={18} />
          {t('contracts.offer')}
        </button>
      </div>
      <GivenTab productId={product.id} onDone={onDone} />
      {isOffering && (
        <OfferDialog
          productId={product.id}
          onDone={() => {
            setIsOffering(false);
            onDone(t('contracts.offered'));
          }}
          onClose={() => setIsOffering(false)}
        />
      )}
    </>
  );
}
