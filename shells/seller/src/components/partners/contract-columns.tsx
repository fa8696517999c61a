import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { formatBasisPoints, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { PartnerStatus } from './partner-status.tsx';
import type { GivenContract } from './use-partners.ts';

type Contract = Omit<GivenContract, 'partner'>;

/** A contract ends when its last day is over, at the first moment of the next day. */
const toLastMoment = (endsAt: string) => new Date(Date.parse(endsAt) - 1).toISOString();

/** The columns of a contract that both sides see. `isOwn`: the co-producer looks. */
export function useContractColumns({ isOwn }: { isOwn: boolean }): RecordColumn<Contract>[] {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  return [
    { key: 'share', title: t('contracts.share'), show: ({ basisPoints }) => formatBasisPoints(basisPoints, locale) },
    {
      key: 'since',
      title: t('since'),
      show: ({ startsAt, createdAt }) => formatDate(startsAt ?? createdAt, locale),
    },
    {
      key: 'ends',
      title: t('contracts.ends'),
      show: ({ endsAt }) => (endsAt ? formatDate(toLastMoment(endsAt), locale) : t('contracts.endless')),
    },
    { key: 'status', title: t('status'), show: ({ status }) => <PartnerStatus status={status} isOwn={isOwn} /> },
  ];
}
