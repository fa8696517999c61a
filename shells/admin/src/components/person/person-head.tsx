import { FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../use-permission.ts';
import { useHeadFacts } from './head-facts.tsx';
import './person-head.css';
import { useHead } from './use-head.ts';

/** Shows in a dialog what a decision about a person rests on. The decision itself does not wait for it. */
export function PersonHead({ personId }: { personId: string }) {
  const { t } = useTranslation('profile');
  const can = usePermission();
  const { data, error } = useHead(personId);
  const toFacts = useHeadFacts();
  const head = data?.id === personId ? data : undefined;
  return (
    <section className="person-head" aria-label={t('head')} aria-busy={!head && !error}>
      {head && <FactList facts={toFacts(head)} />}
      {!head && !error && <Skeleton height={132} />}
      <Refusal error={error} />
      {head?.isUser && can('isUsersAvailable') && (
        <PageLink to={`/admin-root/manage-users/${personId}`}>{t('openPage')}</PageLink>
      )}
    </section>
  );
}
