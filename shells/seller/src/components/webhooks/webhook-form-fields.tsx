import { SELLER_EVENTS } from '@feira/schemas/seller-webhook';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import type { Controls } from '@feira/shell-kit/use-draft';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useProductChoice } from './use-webhooks.ts';
import { SCOPES, type WEBHOOK } from './webhook-fields.ts';

type WebhookControls = Controls<typeof WEBHOOK.fields>;

const toggled = <V,>(chosen: readonly V[], value: V, isChosen: boolean): V[] =>
  isChosen ? [...chosen, value] : chosen.filter((other) => other !== value);

/** Name, address, events and products, for the dialog and the page. */
export function WebhookFields({ controls }: { controls: WebhookControls }) {
  const { t } = useTranslation('webhooks');
  const { events, productIds } = controls;
  return (
    <>
      <TextField label={t('name')} hint={t('nameHint')} {...controls.name} />
      <TextField label={t('url')} hint={t('urlHint')} {...controls.url} />
      <BoxGroup label={t('events')} problem={events.problem}>
        {SELLER_EVENTS.map((event) => (
          <CheckField
            key={event}
            label={t(`event.${event}`)}
            hint={event}
            isChecked={events.value.includes(event)}
            onChange={(isChosen) => events.onChange(toggled(events.value, event, isChosen))}
          />
        ))}
      </BoxGroup>
      <RadioFields
        label={t('products')}
        options={SCOPES.map((value) => ({ value, label: t(`scopes.${value}`), hint: t(`scopeHints.${value}`) }))}
        {...productIds.scope}
      />
      {productIds.scope.value === 'SOME' && <ProductBoxes control={productIds.ids} />}
    </>
  );
}

function ProductBoxes({ control }: { control: WebhookControls['productIds']['ids'] }) {
  const { t } = useTranslation('webhooks');
  const { data } = useProductChoice();
  return (
    <BoxGroup label={t('scopes.SOME')} problem={control.problem}>
      {data?.items.length === 0 && <p>{t('noProducts')}</p>}
      {data?.items.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          isChecked={control.value.includes(id)}
          onChange={(isChosen) => control.onChange(toggled(control.value, id, isChosen))}
        />
      ))}
    </BoxGroup>
  );
}

function BoxGroup({ label, problem, children }: { label: string; problem: string | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset
      className="form-group"
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? `${id}problem` : undefined}
      tabIndex={problem ? -1 : undefined}
    >
      <legend>{label}</legend>
      {children}
      {problem && (
        <span id={`${id}problem`} className="field-error">
          {problem}
        </span>
      )}
    </fieldset>
  );
}
