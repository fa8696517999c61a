import { TextField } from '@feira/shell-kit/components/form-fields';
import { field } from '@feira/shell-kit/fields';
import type { Controls } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { SHARE } from './share-field.ts';

/** The fields of a contract: the share and the last day, which both sides agree on with each change. */
export const CONTRACT = {
  basisPoints: SHARE,
  endsOn: field({
    control: { type: 'date' },
    show: () => '',
    read: (day: string): string | null => day || null,
  }),
};

export function ContractFields({ controls }: { controls: Controls<typeof CONTRACT> }) {
  const { t } = useTranslation('partners');
  return (
    <>
      <TextField
        label={t('contracts.shareLabel')}
        hint={t('contracts.shareHint')}
        suffix={t('percent')}
        {...controls.basisPoints}
      />
      <TextField label={t('contracts.endsOn')} hint={t('contracts.endsOnHint')} {...controls.endsOn} />
    </>
  );
}
