import type { Input, Output } from '@feira/schemas/procedure';
import type { getMyStore, saveMyStore } from '@feira/schemas/procedures/store';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ProductName } from '@feira/shell-desk/products/product-cover.tsx';
import { ColourField } from '@feira/shell-kit/components/colour-field';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { CheckField, TextAreaField, TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import '@feira/shell-kit/styles/forms.css';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './store.css';
import { moved, STORE } from './store-fields.ts';
import { useStore, useStoreChange } from './use-store.ts';

type Loaded = Output<typeof getMyStore>;

/** The seller's public page: its address, its words and the products that it shows. */
export default function StorePage() {
  const { t } = useTranslation('store');
  const { data, error, refetch } = useStore();
  return (
    <PageFrame title={t('title')}>
      <p className="muted">{t('lead')}</p>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data?.products.length === 0 && (
        <EmptyState icon="package" title={t('emptyTitle')} text={t('emptyText')}>
          <LinkButton to="/platform/my-products">{t('openProducts')}</LinkButton>
        </EmptyState>
      )}
      {data && data.products.length > 0 && <StoreForm loaded={data} />}
    </PageFrame>
  );
}

function StoreForm({ loaded }: { loaded: Loaded }) {
  const { t } = useTranslation('store');
  const { store, suggestedAddress, sellerName, baseUrl } = loaded;
  const change = useStoreChange();
  // A new store begins with everything that is on sale.
  const stored = useMemo(
    () =>
      store ?? {
        isPublished: false,
        address: suggestedAddress,
        title: '',
        about: '',
        colorPrimary: null,
        productIds: loaded.products.map(({ id }) => id),
      },
    [store, suggestedAddress, loaded.products],
  );
  const { controls, shown, isDirty, clear, form, bar, edit } = useDraft({ fields: STORE, stored, change, say: t });
  const save = async (value: Omit<Input<typeof saveMyStore>, 'version'>) => {
    const answer = await change.run({ ...value, version: store?.version ?? 0 });
    if (answer) clear();
    return answer;
  };
  const id = useId();
  return (
    <form {...form(save)} className="form">
      <UnsavedGuard isDirty={isDirty} />
      <section className="panel form" aria-labelledby={id}>
        <h2 id={id}>{t('page')}</h2>
        <CheckField isSwitch label={t('isPublished')} hint={t('isPublishedHint')} {...controls.isPublished} />
        {store?.isPublished && !isDirty && (
          <div className="store-link">
            <output aria-label={t('link')}>{store.url}</output>
            <CopyButton text={store.url} label={t('copy')} />
            <a className="button" href={store.url} target="_blank" rel="noreferrer">
              <Icon name="external" size={18} />
              {t('open')}
            </a>
          </div>
        )}
        <TextField label={t('address')} hint={`${baseUrl}${shown.address}`} {...controls.address} />
        <TextField label={t('storeTitle')} hint={t('storeTitleHint', { name: sellerName })} {...controls.title} />
        <TextAreaField label={t('about')} hint={t('aboutHint')} rows={4} {...controls.about} />
        <ColourField label={t('color')} hint={t('colorHint')} standard="#0B6E4F" {...controls.colorPrimary} />
      </section>
      <Products loaded={loaded} ids={shown.productIds} onChange={(productIds) => edit({ productIds })} />
      <SaveBar isDirty={isDirty || !store} {...bar} />
    </form>
  );
}

interface ProductsProps {
  loaded: Loaded;
  /** The shown products in their order. */
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

/** The shown products in their order, then the others. */
function Products({ loaded: { products }, ids, onChange }: ProductsProps) {
  const { t } = useTranslation('store');
  const id = useId();
  const known = new Map(products.map((product) => [product.id, product]));
  const shown = ids.flatMap((one) => known.get(one) ?? []);
  const others = products.filter((product) => !ids.includes(product.id));
  const row = (product: Loaded['products'][number], place: number) => (
    <li key={product.id}>
      <label>
        <input
          type="checkbox"
          checked={place >= 0}
          onChange={() => onChange(place >= 0 ? ids.filter((one) => one !== product.id) : [...ids, product.id])}
        />
        <ProductName
          image={product.image}
          size={40}
          name={product.name}
          second={product.isSold ? '' : <span className="store-away">{t('notSold')}</span>}
        />
      </label>
      {place >= 0 && shown.length > 1 && (
        <span className="store-moves">
          {([-1, 1] as const).map((step) => (
            <button
              key={step}
              type="button"
              className="icon-button"
              aria-label={t(step === -1 ? 'moveUp' : 'moveDown', { name: product.name })}
              disabled={step === -1 ? place === 0 : place === shown.length - 1}
              onClick={() =>
                onChange(
                  moved(
                    shown.map((one) => one.id),
                    product.id,
                    step,
                  ),
                )
              }
            >
              <Icon name={step === -1 ? 'arrowUp' : 'arrowDown'} size={18} />
            </button>
          ))}
        </span>
      )}
    </li>
  );
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{t('products')}</h2>
      <p className="muted">{t('productsHint')}</p>
      <ul className="store-products">
        {shown.map(row)}
        {others.map((product) => row(product, -1))}
      </ul>
    </section>
  );
}
