import { EmailText } from '@feira/shell-kit/components/email-text';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeDialog } from './change-dialog.tsx';
import { useContractColumns } from './contract-columns.tsx';
import { EndContractDialog } from './end-contract-dialog.tsx';
import { type GivenContract, useGivenContracts } from './use-partners.ts';

interface Open {
  contract: GivenContract;
  act: 'change' | 'end';
}

interface GivenTabProps {
  /** The only product to show; left out for all of them. */
  productId?: string;
  onDone: (message: string) => void;
}

/** Lists the shares that the signed-in seller gives of their products. */
export function GivenTab({ productId, onDone }: GivenTabProps) {
  const { t } = useTranslation('partners');
  const pages = usePages();
  const query = useGivenContracts(productId, pages.after);
  const [open, setOpen] = useState<Open | null>(null);
  const shared = useContractColumns({ isOwn: false });
  const product: RecordColumn<GivenContract> = {
    key: 'product',
    title: t('product'),
    show: (contract) => contract.product.name,
  };
  const columns: RecordColumn<GivenContract>[] = [
    {
      key: 'person',
      title: t('contracts.coProducer'),
      isHead: true,
      show: ({ partner: { name, email } }) =>
        name === null ? (
          <TwoLines first={<EmailText email={email} />} second={t('contracts.invited')} />
        ) : (
          <TwoLines first={name} second={<EmailText email={email} />} />
        ),
    },
    ...(productId ? [] : [product]),
    ...shared,
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (contract) => <Acts contract={contract} onAct={(act) => setOpen({ contract, act })} />,
    },
  ];
  const close = () => setOpen(null);
  const finish = (message: string) => {
    close();
    onDone(message);
  };
  return (
    <>
      <PagedList
        query={query}
        pages={pages}
        count={query.data?.items.length}
        empty={<EmptyState icon="join" title={t('contracts.emptyGiven')} text={t('contracts.emptyGivenText')} />}
        pagerLabel={t('contracts.pages')}
      >
        <RecordList
          label={t('contracts.tabs.given')}
          columns={columns}
          records={query.data?.items}
          keyOf={({ id }) => id}
        />
      </PagedList>
      {open?.act === 'change' && (
        <ChangeDialog contract={open.contract} onDone={() => finish(t('contracts.changed'))} onClose={close} />
      )}
      {open?.act === 'end' && (
        <EndContractDialog contractId={open.contract.id} onDone={() => finish(t('contracts.ended'))} onClose={close} />
      )}
    </>
  );
}

function Acts({ contract, onAct }: { contract: GivenContract; onAct: (act: Open['act']) => void }) {
  const { t } = useTranslation('partners');
  const { status, endsAt, partner } = contract;
  const name = partner.name ?? partner.email;
  if (status !== 'ACTIVE' && status !== 'OFFERED') return null;
  // A contract with a last day holds until then, unless the co-producer accepts another.
  const isFixed = status === 'ACTIVE' && endsAt !== null;
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={t('contracts.changeOf', { name })}
        onClick={() => onAct('change')}
      >
        {t('contracts.change')}
      </button>
      {!isFixed && (
        <button
          type="button"
          className="button"
          aria-label={t('contracts.endOf', { name })}
          onClick={() => onAct('end')}
        >
          {t('end')}
        </button>
      )}
    </>
  );
}
