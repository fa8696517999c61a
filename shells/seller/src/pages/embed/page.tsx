import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { labelOffers } from '@feira/shell-desk/products/offer-label.ts';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './embed.css';
import { OriginsSection } from './origins-section.tsx';
import { SNIPPETS, writeSnippet } from './snippets.ts';
import { useLinkChoice, useOfferChoice } from './use-embed.ts';

interface Choice {
  id: string;
  url: string;
  kind: 'offer' | 'link';
  label: string;
}

/** Returns what can be sold in other sites: the offers on sale and the payment links. */
function useChoices() {
  const { t } = useTranslation('embed');
  const { locale } = useHost();
  const offers = useOfferChoice();
  const links = useLinkChoice();
  const labels = labelOffers(offers.data?.items ?? [], locale);
  const choices: Choice[] = [
    ...(offers.data?.items ?? []).map(({ id, url }) => ({ id, url, kind: 'offer' as const, label: labels.get(id)! })),
    ...(links.data?.items ?? []).map(({ id, url, title }) => ({
      id,
      url,
      kind: 'link' as const,
      label: t('linkOf', { title }),
    })),
  ];
  const failed = [offers, links].find(({ error, data }) => error && !data);
  return { choices, isLoaded: Boolean(offers.data && links.data), failed };
}

/** Shows the code that puts a checkout into another site, what it looks like there, and which sites may. */
export default function EmbedPage() {
  const { t } = useTranslation('embed');
  const { choices, isLoaded, failed } = useChoices();
  return (
    <PageFrame title={t('title')}>
      <p className="muted">{t('lead')}</p>
      {failed?.error && <LoadError error={failed.error} onRetry={failed.refetch} />}
      {isLoaded && choices.length === 0 && (
        <EmptyState icon="package" title={t('emptyTitle')} text={t('emptyText')}>
          <LinkButton to="/platform/my-products">{t('openProducts')}</LinkButton>
        </EmptyState>
      )}
      {isLoaded && choices.length > 0 && <Playground choices={choices} />}
      <OriginsSection />
    </PageFrame>
  );
}

function Playground({ choices }: { choices: Choice[] }) {
  const { t } = useTranslation('embed');
  const { search, change } = useAddress();
  const id = useId();
  const [label, setLabel] = useState(t('buy'));
  const chosen = choices.find((one) => one.id === search.get('offer')) ?? choices[0]!;
  const snippet = SNIPPETS.find((one) => one === search.get('code')) ?? SNIPPETS[0];
  const code = writeSnippet(snippet, { ...chosen, label });
  return (
    <div className="embed-columns">
      <section className="panel form embed-panel" aria-labelledby={id}>
        <h2 id={id}>{t('code')}</h2>
        <SelectField
          label={t('sold')}
          value={chosen.id}
          options={choices.map(({ id: value, label: text }) => ({ value, label: text }))}
          onChange={(offer) => change({ offer }, { isReplaced: true })}
        />
        <TabList
          label={t('code')}
          tabs={SNIPPETS.map((key) => ({ key, label: t(`snippets.${key}`) }))}
          value={snippet}
          onOpen={(key) => change({ code: key === SNIPPETS[0] ? null : key }, { isReplaced: true })}
        />
        <TabPanel tab={snippet}>
          <p className="muted">{t(`texts.${snippet}`)}</p>
          {(snippet === 'overlay' || snippet === 'redirect') && (
            <TextField label={t('label')} maxLength={60} value={label} onChange={setLabel} />
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it. */}
          <section className="embed-code" aria-label={t('code')} tabIndex={0}>
            <pre translate="no">{code}</pre>
          </section>
          <CopyButton text={code} label={t('copy')} />
        </TabPanel>
        <p className="muted">{t('wordpress')}</p>
      </section>
      <section className="panel embed-panel embed-preview" aria-label={t('preview')}>
        <h2>{t('preview')}</h2>
        <iframe key={chosen.id} title={t('preview')} src={`/checkout/${chosen.id}/preview`} />
        <p className="muted">{t('previewText')}</p>
      </section>
    </div>
  );
}
