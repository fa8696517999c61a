import { DayField } from '@feira/shell-kit/components/day-field';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { day, orNull } from '@feira/shell-kit/fields';
import type { Controls } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import { SHARE } from './share-field.ts';

/** The fields of a contract: the share and the last day, which both sides agree on with each change. */
export const CONTRACT = {
  basisPoints: SHARE,
  endsOn: orNull(day('contracts.endsOnWrong')),
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
      <DayField label={t('contracts.endsOn')} hint={t('contracts.endsOnHint')} {...controls.endsOn} />
    </>
  );
}
