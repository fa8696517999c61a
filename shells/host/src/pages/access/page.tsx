import { HOST_PATHS } from '@feira/schemas/addresses';
import type { Output } from '@feira/schemas/procedure';
import { openAccess } from '@feira/schemas/procedures/deliverables';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import '../../sign-in/add-texts.ts';
import './access.css';
import type { Preferences } from '../../preferences.ts';
import { useToken } from '../../token.ts';
import { useClient } from '../../use-client.ts';
import { AccessItem } from './access-item.tsx';

type Opened = Output<typeof openAccess>;

/** The token leaves the address at once, so the tab remembers it: buyers reload, and come back from a download. */
const STORED = 'access';

function useAccessToken(): string | null {
  const taken = useToken();
  const [stored] = useState(() => sessionStorage.getItem(STORED));
  useEffect(() => {
    if (taken) sessionStorage.setItem(STORED, taken);
  }, [taken]);
  return taken ?? stored;
}

/** Buyers open here what they bought, without an account: the link is the key. */
export default function AccessPage({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation('signIn');
  const client = useClient(preferences.locale);
  const token = useAccessToken();
  const { failure, isBusy, submit } = useSubmit();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    setOpened(null);
    if (token) void submit(async () => setOpened(await client.call(openAccess, { token })));
  }, [token, submit, client]);

  if (!token || failure?.code === 'ACCESS_NOT_FOUND')
    return (
      <SignInCard key="lost" title={t('access.title')} preferences={preferences}>
        {token && <FailureNotice failure={failure} />}
        <p className="login-lead">{t('access.lost')}</p>
        <a className="button button-primary button-large" href={HOST_PATHS.customerLogin}>
          {t('access.signIn')}
        </a>
      </SignInCard>
    );
  const load = () => submit(async () => setOpened(await client.call(openAccess, { token })));
  return (
    <SignInCard
      key="desk"
      title={opened?.title ?? t('access.title')}
      preferences={preferences}
      links={<a href={HOST_PATHS.requestRefund}>{t('access.refund')}</a>}
    >
      <FailureNotice failure={failure} />
      {!opened && isBusy && <p role="status">{t('access.loading')}</p>}
      {!opened && failure && (
        <button type="button" className="button button-large" onClick={load}>
          {t('retry')}
        </button>
      )}
      {opened && (
        <>
          <p className="login-lead">
            {t(opened.state === 'OPEN' ? 'access.soldBy' : `access.state.${opened.state}`, { name: opened.sellerName })}
          </p>
          {opened.products.map((product) => (
            <section key={product.id} className="access-product" aria-label={product.name}>
              {(opened.products.length > 1 || product.name !== opened.title) && <h2>{product.name}</h2>}
              {product.items.length === 0 && <p className="access-small">{t('access.elsewhere')}</p>}
              <ul className="access-items">
                {product.items.map((item) => (
                  <AccessItem key={item.id} item={item} token={token} client={client} locale={preferences.locale} />
                ))}
              </ul>
            </section>
          ))}
          {opened.supportEmail && (
            <p className="access-small">
              {t('access.help')} <a href={`mailto:${opened.supportEmail}`}>{opened.supportEmail}</a>
            </p>
          )}
        </>
      )}
    </SignInCard>
  );
}
