import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import '@feira/shell-kit/styles/lists.css';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTab } from '@feira/shell-kit/use-tab';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './questions.css';
import { type Question, useAnswering, useQuestions } from './use-questions.ts';

const TABS = ['open', 'all'] as const;

/** Lists what buyers have asked. Answers go by mail. */
export default function QuestionsPage() {
  const { t } = useTranslation('questions');
  const [tab, openTab] = useTab(TABS);
  return (
    <PageFrame title={t('title')}>
      <TabList label={t('title')} tabs={TABS.map((key) => ({ key, label: t(key) }))} value={tab} onOpen={openTab} />
      <TabPanel tab={tab}>
        <Questions key={tab} isOpenOnly={tab === 'open'} />
      </TabPanel>
    </PageFrame>
  );
}

function Questions({ isOpenOnly }: { isOpenOnly: boolean }) {
  const { t } = useTranslation('questions');
  const pages = usePages();
  const query = useQuestions(isOpenOnly, pages.after);
  const items = query.data?.items;
  return (
    <PagedList
      query={query}
      pages={pages}
      count={items?.length}
      pagerLabel={t('pages')}
      empty={<EmptyState icon="mail" title={t(isOpenOnly ? 'emptyOpen' : 'empty')} text={t('emptyText')} />}
    >
      <ul className="question-list">
        {items?.map((item) => (
          <QuestionItem key={item.id} item={item} />
        ))}
      </ul>
    </PagedList>
  );
}

function QuestionItem({ item }: { item: Question }) {
  const { t } = useTranslation('questions');
  const { locale } = useHost();
  const answering = useAnswering();
  const { id, saleId, title, name, email, text, createdAt, answeredAt } = item;
  const subject = encodeURIComponent(t('subject', { title }));
  return (
    <li className="panel question">
      <p className="question-head">
        <strong>{name}</strong>
        <span className="muted">{formatDate(createdAt, locale)}</span>
      </p>
      <p className="muted">
        {t('about', { title })} ·{' '}
        {saleId ? <PageLink to={`/platform/my-sales/${saleId}`}>{t('sale')}</PageLink> : t('beforeBuying')}
      </p>
      <p className="question-text">{text}</p>
      <Refusal error={answering.error} />
      <div className="question-acts">
        <a className="button button-primary" href={`mailto:${encodeURIComponent(email)}?subject=${subject}`}>
          {t('answer')} <span className="visually-hidden">{email}</span>
        </a>
        <button
          type="button"
          className="button"
          aria-busy={answering.isBusy}
          onClick={() => answering.run({ questionId: id, isAnswered: answeredAt === null })}
        >
          {t(answeredAt === null ? 'markAnswered' : 'markOpen')}
        </button>
        {answeredAt && <span className="muted">{t('answered', { at: formatDate(answeredAt, locale) })}</span>}
      </div>
    </li>
  );
}
