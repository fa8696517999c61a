import { EVENT_TYPES } from '@feira/schemas/event-types';
import type { IntegrationEvent } from '@feira/schemas/integration';
import type { IntegrationOwner } from '@feira/schemas/procedures/integrations';
import type { ApiError } from '@feira/shell-kit/client';
import { FieldGroup } from '@feira/shell-kit/components/field-group';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import '../connections/add-texts.ts';
import '../connections/connections.css';
import { CredentialFields } from '../connections/credential-fields.tsx';
import { ProductBoxes, toggled } from '../deliveries/product-boxes.tsx';
import { type ConnectionDraft, type DraftProblems, formOf } from './connection-draft.ts';
import type { Connection, Integration } from './use-integrations.ts';

interface ConnectionFieldsProps {
  kind: IntegrationOwner;
  integration: Integration;
  draft: ConnectionDraft;
  stored: Connection['secrets'];
  problems: DraftProblems;
  error: ApiError | null;
  onChange: (draft: ConnectionDraft) => void;
}

/** The name, the form of the manifest, the events and the products of a connection. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const { kind, integration, draft, stored, problems, error, onChange } = props;
  const { t } = useTranslation('integrations');
  const { locale } = useHost();
  const change = (changed: Partial<ConnectionDraft>) => onChange({ ...draft, ...changed });
  const toggle = (event: IntegrationEvent, isChosen: boolean) =>
    change({ events: toggled(draft.events, event, isChosen) });
  return (
    <>
      <TextField
        name="name"
        label={t('name')}
        hint={t('nameHint')}
        maxLength={80}
        required
        value={draft.name}
        problem={problems.terms.name && t('nameMissing')}
        onChange={(name) => change({ name })}
      />
      <CredentialFields
        form={formOf(integration)}
        draft={draft.credentials}
        stored={stored.map((secret) => ({ ...secret, certificate: null }))}
        problems={problems.credentials}
        error={error}
        onChange={(credentials) => change({ credentials })}
      />
      {integration.events.length > 0 && (
        <FieldGroup label={t('events')} problem={problems.terms.events && t('eventsMissing')}>
          {integration.events.map((event) => (
            <CheckField
              key={event}
              label={EVENT_TYPES[event][locale]}
              isChecked={draft.events.includes(event)}
              onChange={(isChosen) => toggle(event, isChosen)}
            />
          ))}
        </FieldGroup>
      )}
      {kind === 'SELLER' && integration.category !== 'FREIGHT' && (
        <Products draft={draft} problems={problems} change={change} />
      )}
    </>
  );
}

interface ProductsProps extends Pick<ConnectionFieldsProps, 'draft' | 'problems'> {
  change: (changed: Partial<ConnectionDraft>) => void;
}

function Products({ draft, problems, change }: ProductsProps) {
  const { t } = useTranslation('integrations');
  const { isEveryProduct, productIds } = draft;
  return (
    <>
      <RadioFields
        label={t('products')}
        options={(['ALL', 'SOME'] as const).map((value) => ({
          value,
          label: t(`scopes.${value}`),
          hint: t(`scopeHints.${value}`),
        }))}
        value={isEveryProduct ? 'ALL' : 'SOME'}
        onChange={(scope) => change({ isEveryProduct: scope === 'ALL' })}
      />
      {!isEveryProduct && (
        <ProductBoxes
          texts="integrations"
          label={t('scopes.SOME')}
          chosen={productIds}
          problem={problems.terms.products && t('productsMissing')}
          onChange={(next) => change({ productIds: next })}
        />
      )}
    </>
  );
}
