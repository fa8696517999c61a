import { PIX_PURCHASES } from '@feira/schemas/catalogue';
import { productFiscal, productSettings } from '@feira/schemas/entities/product';
import { GUARANTEE_DAYS, PRODUCT_NOTIFICATION_MODES, PRODUCT_PAGE_TYPES } from '@feira/schemas/options';
import type { Input } from '@feira/schemas/procedure';
import type { updateProduct } from '@feira/schemas/procedures/products';
import { CODE_FIELD, CODES_FIELD } from '@feira/shell-desk/pixels/pixel-fields.ts';
import { ConflictNotice } from '@feira/shell-kit/components/conflict-notice';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { SaveBar } from '@feira/shell-kit/components/save-bar';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { entityFields } from '@feira/shell-kit/entity-fields';
import { choice, type FieldsIn, group, orNull, percent, text } from '@feira/shell-kit/fields';
import { useVersionedDraft } from '@feira/shell-kit/use-versioned-draft';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useProductChange } from '../../components/products/use-products.ts';
import { ProductReporting } from './product-reporting.tsx';
import type { TabProps } from './tab-props.ts';
import { useProductPixels } from './use-product-pixels.ts';

type Product = Input<typeof updateProduct>;

/** There is one way of pricing yet, which no control shows. */
const { pricingType: _, ...SHOWN } = { ...productSettings, ...productFiscal };
const isServiceCode = (typed: string): boolean => /^\d{2}\.\d{2}(\.\d{2})?$/.test(typed);

const PIXELS = group({
  facebook: CODES_FIELD,
  tiktok: CODES_FIELD,
  kwai: CODES_FIELD,
  googleAnalyticsId: CODE_FIELD,
  googleAdsId: CODE_FIELD,
  googleAdsConversionApiId: CODE_FIELD,
  pixPurchase: choice<(typeof PIX_PURCHASES)[number]>('PAID'),
} satisfies FieldsIn<NonNullable<Product['pixels']>>);
// Named apart, because the compiler would also infer its types from what they have to satisfy, which is too deep.
const SETTINGS = entityFields(SHOWN, {
  guaranteeDays: choice<(typeof GUARANTEE_DAYS)[number]>(7),
  notificationMode: choice<(typeof PRODUCT_NOTIFICATION_MODES)[number]>('EMAIL'),
  pageType: choice<(typeof PRODUCT_PAGE_TYPES)[number]>('DEFAULT'),
  pixels: PIXELS,
  serviceCode: orNull(text({ problem: 'fiscal.serviceCodeWrong', test: isServiceCode, control: { maxLength: 8 } })),
  issBasisPoints: orNull(percent('fiscal.issRateWrong', 500)),
});
const FIELDS = group(SETTINGS satisfies Partial<FieldsIn<Product>>);

const MANY = ['facebook', 'tiktok', 'kwai'] as const;
const ONE = ['googleAnalyticsId', 'googleAdsId', 'googleAdsConversionApiId'] as const;

/** Guarantee, notices to the buyer, the page before the checkout, pixels, and what invoices say. */
export function SettingsTab({ product, reload }: TabProps) {
  const { t } = useTranslation('products');
  const id = useId();
  const change = useProductChange();
  const { controls, changes, isDirty, version, conflict, clear, form, bar } = useVersionedDraft({
    fields: FIELDS,
    record: product,
    change,
    say: t,
    reload,
  });
  const save = async () => {
    const answer = await change.run({ productId: product.id, version, ...changes });
    if (answer) clear();
    return answer;
  };
  const { guaranteeDays } = controls;
  const { data: reporting } = useProductPixels(product.id);
  const isRestricted = reporting?.isListRestricted ?? false;
  return (
    <>
      <form {...form(save)} className="form">
        <UnsavedGuard isDirty={isDirty} />
        <section className="panel form" aria-labelledby={`${id}sale`}>
          <h2 id={`${id}sale`}>{t('settings')}</h2>
          <div className="form-grid">
            <SelectField
              label={t('guarantee')}
              hint={t('guaranteeHint')}
              problem={guaranteeDays.problem}
              options={GUARANTEE_DAYS.map((days) => ({ value: String(days), label: t('days', { count: days }) }))}
              value={String(guaranteeDays.value)}
              onChange={(days) => guaranteeDays.onChange(Number(days) as typeof guaranteeDays.value)}
            />
            {product.typeProduct === 'FISICO' && (
              <TextField
                label={t('shipDays')}
                hint={t('shipDaysHint')}
                suffix={t('shipDaysUnit')}
                {...controls.shipDays}
              />
            )}
          </div>
          {product.typeProduct === 'FISICO' && (
            <>
              <span className="form-hint">{t('parcel.hint')}</span>
              <div className="form-grid">
                <TextField label={t('parcel.weight')} suffix="g" {...controls.weightGrams} />
                <TextField label={t('parcel.height')} suffix="cm" {...controls.heightCm} />
                <TextField label={t('parcel.width')} suffix="cm" {...controls.widthCm} />
                <TextField label={t('parcel.length')} suffix="cm" {...controls.lengthCm} />
              </div>
            </>
          )}
          <RadioFields
            label={t('notification')}
            options={PRODUCT_NOTIFICATION_MODES.map((value) => ({
              value,
              label: t(`notificationModes.${value}`),
              hint: t(`notificationHints.${value}`),
            }))}
            {...controls.notificationMode}
          />
          <RadioFields
            label={t('pageType')}
            options={PRODUCT_PAGE_TYPES.map((value) => ({
              value,
              label: t(`pageTypes.${value}`),
              hint: t(`pageTypeHints.${value}`),
            }))}
            {...controls.pageType}
          />
        </section>
        <section className="panel form" aria-labelledby={`${id}pixels`}>
          <h2 id={`${id}pixels`}>{t('pixels.title')}</h2>
          <span className="form-hint">{t('pixels.text')}</span>
          <div className="form-grid">
            {MANY.filter((kind) => kind === 'facebook' || !isRestricted).map((kind) => (
              <TextField key={kind} label={t(`pixels.${kind}`)} hint={t('pixels.several')} {...controls.pixels[kind]} />
            ))}
            {(isRestricted ? [] : ONE).map((kind) => (
              <TextField key={kind} label={t(`pixels.${kind}`)} {...controls.pixels[kind]} />
            ))}
          </div>
          <RadioFields
            label={t('pixels.pixPurchase')}
            options={PIX_PURCHASES.map((value) => ({
              value,
              label: t(`pixels.pixPurchases.${value}`),
              hint: t(`pixels.pixPurchaseHints.${value}`),
            }))}
            {...controls.pixels.pixPurchase}
          />
        </section>
        <section className="panel form" aria-labelledby={`${id}fiscal`}>
          <h2 id={`${id}fiscal`}>{t('fiscal.title')}</h2>
          <span className="form-hint">{t('fiscal.text')}</span>
          <div className="form-grid">
            <TextField label={t('fiscal.serviceCode')} hint={t('fiscal.serviceCodeHint')} {...controls.serviceCode} />
            <TextField
              label={t('fiscal.cityServiceCode')}
              hint={t('fiscal.cityServiceCodeHint')}
              {...controls.cityServiceCode}
            />
            <TextField label={t('fiscal.issRate')} suffix="%" {...controls.issBasisPoints} />
            <TextField
              label={t('fiscal.description')}
              hint={t('fiscal.descriptionHint')}
              {...controls.fiscalDescription}
            />
          </div>
        </section>
        <ConflictNotice conflict={conflict} labelOf={(name) => t(SHOWN[name as keyof typeof SHOWN].label)} />
        <SaveBar isDirty={isDirty} {...bar} />
      </form>
      {reporting && <ProductReporting productId={product.id} reporting={reporting} />}
    </>
  );
}
