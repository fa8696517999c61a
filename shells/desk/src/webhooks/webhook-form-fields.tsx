import { EVENT_TYPE_NAMES, type WebhookEvent } from '@feira/schemas/event-types';
import { SELLER_EVENTS } from '@feira/schemas/seller-webhook';
import { ChoiceBox } from '@feira/shell-kit/components/choice-box';
import { FieldGroup } from '@feira/shell-kit/components/field-group';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import type { Controls } from '@feira/shell-kit/use-draft';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductBoxes, toggled } from '../deliveries/product-boxes.tsx';
import { useOwner } from './owner.ts';
import { useSellerChoice, type Webhook } from './use-webhooks.ts';
import { SCOPES, type WEBHOOK } from './webhook-fields.ts';
import { useEventName } from './webhook-words.tsx';

type WebhookControls = Controls<typeof WEBHOOK.fields>;
type Named = Webhook['sellers'][number];

/** The events by what they are about, and those that the specification names. */
const SUBJECTS = {
  sale: ['sale', 'pix', 'boleto', 'cart', 'access', 'invoice'],
  subscription: ['subscription'],
  refund: ['refund', 'dispute', 'risk'],
  payout: ['payout', 'receiver', 'kyc'],
  product: ['product'],
} as const;

const GROUPS: { key: keyof typeof SUBJECTS | 'alias'; members: readonly WebhookEvent[] }[] = [
  ...(Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]).map((key) => ({
    key,
    members: EVENT_TYPE_NAMES.filter((type) => (SUBJECTS[key] as readonly string[]).includes(type.split('.')[0]!)),
  })),
  { key: 'alias', members: SELLER_EVENTS },
];

interface WebhookFieldsProps {
  controls: WebhookControls;
  /** The chosen sellers by name; none for a new webhook. */
  sellers?: readonly Named[];
}

/** Name, address, events, and products or sellers, for the dialog and the page. */
export function WebhookFields({ controls, sellers = [] }: WebhookFieldsProps) {
  const { t } = useTranslation('webhooks');
  const { events, productIds, sellerIds } = controls;
  const owner = useOwner();
  const nameOf = useEventName();
  const isChosen = (event: WebhookEvent) => events.value.includes(event);
  return (
    <>
      <TextField label={t('name')} hint={t('nameHint')} {...controls.name} />
      <TextField label={t('url')} hint={t('urlHint')} {...controls.url} />
      <FieldGroup label={t('events')} problem={events.problem}>
        {GROUPS.map(({ key, members }) => (
          <details key={key} className="webhook-group" open={key === 'sale' || members.some(isChosen)}>
            <summary>
              {t(`groups.${key}`)}{' '}
              <span className="muted">
                {t('chosenOf', { count: members.filter(isChosen).length, all: members.length })}
              </span>
            </summary>
            {key === 'alias' && <p className="muted">{t('aliasText')}</p>}
            {members.map((event) => (
              <CheckField
                key={event}
                label={nameOf(event)}
                hint={event}
                isChecked={isChosen(event)}
                onChange={(isNowChosen) => events.onChange(toggled(events.value, event, isNowChosen))}
              />
            ))}
          </details>
        ))}
      </FieldGroup>
      <CheckField label={t('isOrdered')} hint={t('isOrderedHint')} {...controls.isOrdered} />
      {owner === 'SELLER' ? (
        <>
          <ScopeFields of="products" control={productIds.scope} />
          {productIds.scope.value === 'SOME' && (
            <ProductBoxes
              texts="webhooks"
              label={t('scopes.products.SOME')}
              chosen={productIds.ids.value}
              problem={productIds.ids.problem}
              onChange={productIds.ids.onChange}
            />
          )}
        </>
      ) : (
        <>
          <ScopeFields of="sellers" control={sellerIds.scope} />
          {sellerIds.scope.value === 'SOME' && <SellerBox control={sellerIds.ids} named={sellers} />}
        </>
      )}
    </>
  );
}

interface ScopeFieldsProps {
  of: 'products' | 'sellers';
  control: WebhookControls['productIds']['scope'];
}

function ScopeFields({ of, control }: ScopeFieldsProps) {
  const { t } = useTranslation('webhooks');
  return (
    <RadioFields
      label={t(of)}
      options={SCOPES.map((value) => ({
        value,
        label: t(`scopes.${of}.${value}`),
        hint: t(`scopeHints.${of}.${value}`),
      }))}
      {...control}
    />
  );
}

interface SellerBoxProps {
  control: WebhookControls['sellerIds']['ids'];
  named: readonly Named[];
}

/** A search on the server, because a platform may have more sellers than a list can show. Chosen ones stay in sight. */
function SellerBox({ control, named }: SellerBoxProps) {
  const { t } = useTranslation('webhooks');
  const [search, setSearch] = useState('');
  const { data, error, isFetching } = useSellerChoice(search);
  // A chosen seller keeps the name with which the search found them.
  const [chosen, setChosen] = useState<readonly Named[]>(named);
  const found = data?.people ?? [];
  const shown = chosen.filter(({ id }) => control.value.includes(id));
  const choices = [...shown, ...found.filter(({ id }) => !control.value.includes(id))];
  const toggle = (id: string) => {
    const isChosen = control.value.includes(id);
    if (!isChosen) setChosen([...shown, ...found.filter((one) => one.id === id)]);
    control.onChange(toggled(control.value, id, !isChosen));
  };
  return (
    <FieldGroup label={t('scopes.sellers.SOME')} problem={control.problem}>
      <ChoiceBox<string>
        isMultiple
        isSearchable
        label={t('sellers')}
        placeholder={t('sellerSearch')}
        chosen={control.value}
        choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
        isBusy={isFetching}
        nothingText={isFetching ? t('sellerSearching') : t('noSellers')}
        onChoose={toggle}
        onSearch={setSearch}
      />
      <Refusal error={error} />
    </FieldGroup>
  );
}
