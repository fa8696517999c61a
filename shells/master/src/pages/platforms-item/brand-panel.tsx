import { safeColour } from '@feira/schemas/rules/colours';
import { formatDocument } from '@feira/schemas/rules/document';
import { formatPhone } from '@feira/schemas/rules/phone';
import { COLOURS } from '@feira/shell-kit/theme';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlatformDetails } from './use-platform.ts';

/** Shows the brand that the platform's administrators chose. */
export function BrandPanel({ platform }: { platform: PlatformDetails }) {
  const { t } = useTranslation('master');
  const id = useId();
  const { account, visuals, banners = [], redirection } = platform.settings.customization ?? {};
  const colour = safeColour(visuals?.colorPrimary, COLOURS.light.primary);
  const facts = [
    [t('brand.legalName'), account?.legalName],
    [t('brand.document'), account?.document && formatDocument(account.document)],
    [t('brand.supportEmail'), account?.supportEmail],
    [t('brand.supportPhone'), account?.supportPhone && formatPhone(account.supportPhone)],
    [t('brand.home'), redirection?.homeUrl],
    [t('brand.banners'), banners.length > 0 ? String(banners.length) : undefined],
  ];
  return (
    <section className="panel platform-part" aria-labelledby={id}>
      <h2 id={id}>{t('brand.title')}</h2>
      <div className="platform-brand">
        {visuals?.logoUrl ? (
          <img src={visuals.logoUrl} alt={t('brand.logoOf', { name: platform.name })} />
        ) : (
          <strong>{platform.name}</strong>
        )}
        <span className="platform-colour" style={{ background: colour }} aria-hidden="true" />
        <span className="muted">{visuals?.colorPrimary ? colour : t('brand.defaultColour')}</span>
      </div>
      <dl className="platform-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || <span className="muted">{t('brand.none')}</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
