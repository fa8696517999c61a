import { LOCALES, type Locale } from '@feira/schemas/common';
import { BUYER_MAILS, type BuyerMail } from '@feira/schemas/rules/buyer-mails';
import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { LineList } from '@feira/shell-kit/components/line-list';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/forms.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './notifications.css';
import { Announcements } from './announcements.tsx';
import { TextForm } from './text-form.tsx';
import { type MailText, useMailTexts } from './use-mail-texts.ts';

const PAGE = '/admin-root/notifications';

const VIEWS = ['mails', 'announcements'] as const;

/** Shows the mails to buyers or the announcements, or the mail that stands in the address. */
export default function NotificationsPage() {
  const { t } = useTranslation('mailTexts');
  const { search, change } = useAddress();
  const { data, error, refetch } = useMailTexts();
  const chosen = BUYER_MAILS.find((mail) => mail === search.get('mail'));
  const view = VIEWS.find((known) => known === search.get('view')) ?? 'mails';
  if (view === 'announcements' || !chosen || !data)
    return (
      <PageFrame title={t(view === 'mails' ? 'title' : 'news.title')}>
        <TabList
          label={t('news.views')}
          tabs={VIEWS.map((key) => ({ key, label: t(`news.view.${key}`) }))}
          value={view}
          onOpen={(next) => change({ view: next === 'mails' ? null : next, after: null }, { isReplaced: true })}
        />
        <TabPanel tab={view}>
          {view === 'announcements' ? (
            <Announcements />
          ) : error && !data ? (
            <LoadError error={error} onRetry={refetch} />
          ) : (
            <MailList mails={data?.mails} />
          )}
        </TabPanel>
      </PageFrame>
    );
  const reload = async () => {
    const { data: answer } = await refetch();
    return { data: answer && findText(answer.mails, chosen, readLocale(search)) };
  };
  return <Editor mail={chosen} mails={data.mails} reload={reload} />;
}

const readLocale = (search: URLSearchParams): Locale =>
  LOCALES.find((locale) => locale === search.get('lang')) ?? LOCALES[0];
const findText = (mails: MailText[], mail: BuyerMail, locale: Locale) =>
  mails.find((entry) => entry.mail === mail && entry.locale === locale) as MailText;
const isOwn = ({ subject, intro, standard }: MailText) => subject !== standard.subject || intro !== standard.intro;

function MailList({ mails }: { mails: MailText[] | undefined }) {
  const { t } = useTranslation('mailTexts');
  const { locale } = useHost();
  return (
    <>
      <p className="muted mail-lead">{t('lead')}</p>
      <LineList
        label={t('title')}
        records={mails && BUYER_MAILS}
        keyOf={(mail) => mail}
        lineOf={(mail) => {
          const hasOwn = mails?.some((entry) => entry.mail === mail && isOwn(entry));
          return {
            to: `${PAGE}?mail=${mail}&lang=${locale}`,
            first: t(`mails.${mail}.name`),
            second: t(`mails.${mail}.when`),
            end: hasOwn && <StatusBadge tone="approved" icon="edit" label={t('own')} />,
          };
        }}
      />
    </>
  );
}

interface EditorProps {
  mail: BuyerMail;
  mails: MailText[];
  reload: () => Promise<{ data: MailText | undefined }>;
}

function Editor({ mail, mails, reload }: EditorProps) {
  const { t } = useTranslation('mailTexts');
  const { search, change } = useAddress();
  const locale = readLocale(search);
  return (
    <PageFrame title={t(`mails.${mail}.name`)}>
      <p className="muted mail-lead">
        <PageLink to={PAGE}>{t('back')}</PageLink> · {t(`mails.${mail}.when`)}
      </p>
      <TabList
        label={t('language')}
        tabs={LOCALES.map((key) => ({ key, label: t(`languages.${key}`) }))}
        value={locale}
        onOpen={(lang) => change({ lang }, { isReplaced: true })}
      />
      <TabPanel tab={locale}>
        <TextForm key={`${mail} ${locale}`} text={findText(mails, mail, locale)} reload={reload} />
      </TabPanel>
    </PageFrame>
  );
}
