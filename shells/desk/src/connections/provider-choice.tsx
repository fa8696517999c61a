import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MethodTags } from './connection-words.tsx';
import { EvidenceLevel } from './evidence-level.tsx';
import { listMethods, matchesName, readManifest } from './new-connection.ts';
import { ProviderLogo } from './provider-logo.tsx';
import type { PackageSummary } from './use-packages.ts';

interface ProviderChoiceProps {
  packages: readonly PackageSummary[];
  /** The address where packages are installed, for those who may. */
  marketplace: string | undefined;
}

/** Lists the providers of all installed packages. */
export function ProviderChoice({ packages, marketplace }: ProviderChoiceProps) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const [text, setText] = useState('');
  if (packages.length === 0)
    return (
      <EmptyState icon="package" title={t('new.noneTitle')} text={t(marketplace ? 'new.noneText' : 'new.askOperator')}>
        {marketplace && <LinkButton to={marketplace}>{t('new.marketplace')}</LinkButton>}
      </EmptyState>
    );
  const found = packages.filter(({ name, provider }) => matchesName(text, name, provider));
  return (
    <section className="provider-choice" aria-label={t('new.chooseTitle')}>
      <h2>{t('new.chooseTitle')}</h2>
      <TextField
        type="search"
        name="provider"
        label={t('new.searchLabel')}
        placeholder={t('new.searchHint')}
        maxLength={60}
        value={text}
        onChange={setText}
      />
      <p className="visually-hidden" role="status">
        {t('new.count', { count: found.length })}
      </p>
      {found.length === 0 && (
        <EmptyState
          icon="search"
          title={t('new.noMatchTitle')}
          text={t(marketplace ? 'new.noMatchText' : 'new.askOperator')}
        >
          {marketplace && <LinkButton to={marketplace}>{t('new.marketplace')}</LinkButton>}
        </EmptyState>
      )}
      <ul className="provider-grid">
        {found.map((item) => {
          const manifest = readManifest(item.manifest);
          const { description, logo } = manifest;
          return (
            <li key={item.provider} className="panel">
              <ProviderLogo id={item.provider} name={item.name} logo={logo} />
              <div>
                <TwoLines
                  first={
                    <PageLink className="list-name" to={`${location.pathname}?provider=${item.provider}`}>
                      {item.name}
                    </PageLink>
                  }
                  second={description[locale]}
                />
                <span className="provider-marks">
                  <MethodTags methods={listMethods(item.manifest)} />
                  <EvidenceLevel manifest={manifest} />
                </span>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
