import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractColumns } from '../../components/partners/contract-columns.tsx';
import { EndContractDialog } from '../../components/partners/end-contract-dialog.tsx';
import {
  type ReceivedContract,
  useContractDecision,
  useReceivedContracts,
} from '../../components/partners/use-partners.ts';

type Act = 'ACCEPT' | 'REFUSE' | 'END';
interface Open {
  contract: ReceivedContract;
  act: Act;
}

/** Lists the contracts that others offer to the signed-in person. */
export function ReceivedTab({ onDone }: { onDone: (message: string) => void }) {
  const { t } = useTranslation('partners');
  const pages = usePages();
  const query = useReceivedContracts(pages.after);
  const [open, setOpen] = useState<Open | null>(null);
  const shared = useContractColumns({ isOwn: true });
  const columns: RecordColumn<ReceivedContract>[] = [
    {
      key: 'product',
      title: t('product'),
      isHead: true,
      show: ({ product, seller }) => <TwoLines first={product.name} second={seller.name} />,
    },
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
        empty={<EmptyState icon="join" title={t('contracts.emptyReceived')} text={t('contracts.emptyReceivedText')} />}
        pagerLabel={t('contracts.pages')}
      >
        <RecordList
          label={t('contracts.tabs.received')}
          columns={columns}
          records={query.data?.items}
          keyOf={({ id }) => id}
        />
      </PagedList>
      {open?.act === 'END' && (
        <EndContractDialog contractId={open.contract.id} onDone={() => finish(t('contracts.ended'))} onClose={close} />
      )}
      {open && open.act !== 'END' && (
        <DecideDialog contract={open.contract} decision={open.act} onDone={finish} onClose={close} />
      )}
    </>
  );
}

function Acts({ contract, onAct }: { contract: ReceivedContract; onAct: (act: Act) => void }) {
  const { t } = useTranslation('partners');
  const name = contract.product.name;
  const button = (act: Act, label: string, description: string) => (
    <button type="button" className="button" aria-label={description} onClick={() => onAct(act)}>
      {label}
    </button>
  );
  if (contract.status === 'ACTIVE') return button('END', t('end'), t('contracts.endOf', { name }));
  if (contract.status !== 'OFFERED') return null;
  return (
    <>
      {button('ACCEPT', t('contracts.accept'), t('contracts.acceptOf', { name }))}
      {button('REFUSE', t('contracts.refuse'), t('contracts.refuseOf', { name }))}
    </>
  );
}

interface DecideDialogProps {
  contract: ReceivedContract;
  decision: 'ACCEPT' | 'REFUSE';
  onDone: (message: string) => void;
  onClose: () => void;
}

function DecideDialog({ contract, decision, onDone, onClose }: DecideDialogProps) {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const isAccepted = decision === 'ACCEPT';
  const kind = isAccepted ? 'accept' : 'refuse';
  const words = { share: formatBasisPoints(contract.basisPoints, locale), product: contract.product.name };
  return (
    <ConfirmChange
      isDanger={!isAccepted}
      title={t(`contracts.${kind}Title`)}
      text={t(`contracts.${kind}Text`, words)}
      action={t(`contracts.${kind}`)}
      change={useContractDecision()}
      input={{ contractId: contract.id, decision }}
      onClose={onClose}
      onDone={() => onDone(t(isAccepted ? 'contracts.accepted' : 'contracts.refused'))}
    />
  );
}
