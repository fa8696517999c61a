import { useTranslation } from 'react-i18next';
import { NothingSold } from '../../components/nothing-sold.tsx';
import { StartList } from './start-list.tsx';
import { useStart } from './use-start.ts';

/** Stands where nothing was sold in the period: the way to a first sale, and the links to sell with. */
export function NothingYet() {
  const { t } = useTranslation('seller');
  const state = useStart();
  const isNew = state !== undefined && !state.hasSale;
  return (
    <>
      {isNew && <StartList state={state} />}
      {(!isNew || state.checkout) && <NothingSold title={t('dashboard.emptyTitle')} />}
    </>
  );
}
