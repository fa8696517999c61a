import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import '@feira/shell-kit/styles/forms.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import '../../components/products/add-texts.ts';
import './create-product.css';
import { CreateForm } from './create-form.tsx';
import { CreatedPanel } from './created-panel.tsx';

/** Takes a seller from nothing to a checkout that can be shared. */
export default function CreateProductPage() {
  const { t } = useTranslation('products');
  const { search, change } = useAddress();
  const offerId = search.get('offer');
  return (
    <PageFrame title={t(offerId ? 'created.title' : 'create.title')}>
      {offerId ? <CreatedPanel offerId={offerId} /> : <CreateForm onDone={(offer) => change({ offer })} />}
    </PageFrame>
  );
}
