import { HOST_PATHS } from '@feira/schemas/addresses';
import { useTranslation } from 'react-i18next';
import { useBrand } from '../../brand.ts';
import { SignInCard } from '../../components/sign-in-card.tsx';
import type { Preferences } from '../../preferences.ts';
import '../../sign-in/add-texts.ts';

const PARTS = ['what', 'who', 'long', 'rights'] as const;

/** Tells everybody what the platform keeps of people, and leads to a copy of it and its erasure. */
export default function PrivacyPage({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation('signIn');
  const policy = useBrand()?.customization.redirection?.privacyUrl;
  return (
    <SignInCard title={t('ownData.title')} preferences={preferences}>
      <p className="login-lead">{t('ownData.lead')}</p>
      {PARTS.map((part) => (
        <section key={part}>
          <h2>{t(`ownData.${part}`)}</h2>
          <p>{t(`ownData.${part}Text`)}</p>
        </section>
      ))}
      <a
        className="button button-primary button-large"
        href={`${HOST_PATHS.customerLogin}?next=${encodeURIComponent(HOST_PATHS.account)}`}
      >
        {t('ownData.signIn')}
      </a>
      {policy && (
        <p>
          <a href={policy}>{t('privacy')}</a>
        </p>
      )}
      <p className="muted">{t('ownData.anpd')}</p>
    </SignInCard>
  );
}
