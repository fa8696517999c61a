import { HOST_PATHS } from '@feira/schemas/addresses';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import type { Session } from '@feira/shell-kit/dashboard';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useBrand } from '../../brand.ts';
import { SignInCard } from '../../components/sign-in-card.tsx';
import type { Preferences } from '../../preferences.ts';
import '../../sign-in/add-texts.ts';
import './start.css';

interface StartPageProps {
  preferences: Preferences;
  session: Session | undefined;
}

/** The front door of a platform: leads buyers to their purchases and refunds, and sellers to their dashboard. */
export default function StartPage({ preferences, session }: StartPageProps) {
  const { t } = useTranslation('signIn');
  const brand = useBrand();
  const site = brand?.customization.redirection?.homeUrl;
  return (
    <SignInCard
      title={t('start.title')}
      preferences={preferences}
      links={
        site && (
          <p>
            <a href={site}>{t('start.site')}</a>
          </p>
        )
      }
    >
      <p className="login-lead">{t('start.lead')}</p>
      <nav className="start-ways" aria-label={t('start.actions')}>
        {session && (
          <Way icon="person" to={HOST_PATHS.platform} title={t('start.goOn', { name: session.person.name })} />
        )}
        <Way icon="bag" to={HOST_PATHS.customerLogin} title={t('start.purchases')} text={t('start.purchasesText')} />
        <Way icon="refund" to={HOST_PATHS.requestRefund} title={t('start.refund')} text={t('start.refundText')} />
        {!session && (
          <Way icon="dashboard" to={HOST_PATHS.platform} title={t('start.signIn')} text={t('start.signInText')} />
        )}
        {!session && brand?.isRegistrationOpen && (
          <Way icon="plus" to={HOST_PATHS.register} title={t('start.register')} text={t('start.registerText')} />
        )}
      </nav>
    </SignInCard>
  );
}

interface WayProps {
  icon: IconName;
  to: string;
  title: string;
  text?: string;
}

function Way({ icon, to, title, text }: WayProps) {
  return (
    <Link href={to} className="start-way">
      <Icon name={icon} size={22} />
      <span>
        <strong>{title}</strong>
        {text && <span>{text}</span>}
      </span>
      <Icon name="arrowRight" size={18} />
    </Link>
  );
}
