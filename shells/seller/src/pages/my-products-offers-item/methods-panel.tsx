import { CheckField, SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnections } from '../../components/products/use-products.ts';
import type { OfferDraft } from './use-offer-draft.ts';

/** Edits the payment methods, and the facts that buyers are asked for. */
export function MethodsPanel({ controls, shown }: OfferDraft) {
  const { t } = useTranslation('products');
  const { data } = useConnections();
  const id = useId();
  const { pixEnabled, creditCardEnabled, billetEnabled, connectionId, requiredDocumentAndPhone } = controls;
  const isSubscription = shown.type === 'SUBSCRIPTION';
  const isForeign = shown.coin !== 'BRL';
  const canDiscount = !isForeign && !isSubscription;
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{t('groups.methods')}</h2>
      <fieldset
        className="form-group"
        aria-describedby={pixEnabled.problem ? `${id}problem` : undefined}
        aria-invalid={pixEnabled.problem ? true : undefined}
        tabIndex={pixEnabled.problem ? -1 : undefined}
      >
        <legend className="visually-hidden">{t('groups.methods')}</legend>
        <div className="check-list">
          <CheckField
            label={t('methods.PIX')}
            hint={isForeign ? t('methods.onlyReais') : undefined}
            disabled={isForeign}
            {...pixEnabled}
          />
          <CheckField label={t('methods.CREDIT_CARD')} {...creditCardEnabled} />
          <CheckField
            label={t('methods.BILLET')}
            hint={isForeign ? t('methods.onlyReais') : isSubscription ? t('methods.billetPerPeriod') : undefined}
            disabled={isForeign}
            {...billetEnabled}
          />
        </div>
        {pixEnabled.problem && (
          <span id={`${id}problem`} className="field-error">
            {pixEnabled.problem}
          </span>
        )}
      </fieldset>
      {canDiscount && (
        <div className="form-grid">
          <TextField
            label={t('methodDiscounts.PIX')}
            hint={t('methodDiscounts.hint')}
            suffix="%"
            {...controls.pixDiscountBasisPoints}
          />
          <TextField label={t('methodDiscounts.BILLET')} suffix="%" {...controls.billetDiscountBasisPoints} />
        </div>
      )}
      <CheckField
        isSwitch
        label={t('documentAndPhone')}
        hint={t('documentAndPhoneHint')}
        {...requiredDocumentAndPhone}
      />
      {data && data.items.length > 0 && (
        <SelectField
          label={t('connection')}
          hint={t('connectionHint')}
          problem={connectionId.problem}
          options={[
            { value: '', label: t('anyConnection') },
            ...data.items.map((connection) => ({
              value: connection.id,
              label: `${connection.name} (${connection.provider})`,
            })),
          ]}
          value={connectionId.value ?? ''}
          onChange={(chosen) => connectionId.onChange(chosen || null)}
        />
      )}
    </section>
  );
}
