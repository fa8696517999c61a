import { readCount, writeBasisPoints } from '@feira/shell-kit/amount-text';
import { CheckField, TextField } from '@feira/shell-kit/components/form-fields';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readShare } from '../../components/partners/share-text.ts';
import { type ProductItem, useProductTerms } from '../../components/partners/use-partners.ts';

const MOST_DAYS = 365;

interface TermsDialogProps {
  item: ProductItem;
  onDone: () => void;
  onClose: () => void;
}

/** What a product offers to whoever becomes an affiliate from now on. */
export function TermsDialog({ item, onDone, onClose }: TermsDialogProps) {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const { run, error, isBusy, reset } = useProductTerms();
  const [isOpen, setIsOpen] = useState(item.isOpen);
  const [isAutomatic, setIsAutomatic] = useState(item.isAutomatic);
  const [share, setShare] = useState(writeBasisPoints(item.basisPoints, locale));
  const [days, setDays] = useState(String(item.windowDays));
  const [isTried, setIsTried] = useState(false);
  const basisPoints = readShare(share);
  const windowDays = readCount(days, 1, MOST_DAYS);
  const send = () => {
    setIsTried(true);
    if (basisPoints === null || windowDays === null) return false;
    const terms = { isOpen, isAutomatic, basisPoints, windowDays };
    void run({ productId: item.product.id, ...terms }).then((answer) => answer && onDone());
    return true;
  };
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text);
    if (error) reset();
  };
  return (
    <DialogForm
      title={t('products.title', { name: item.product.name })}
      text={t('products.text')}
      action={t('products.save')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <CheckField
        isSwitch
        label={t('products.isOpen')}
        hint={t('products.openHint')}
        isChecked={isOpen}
        onChange={setIsOpen}
      />
      <TextField
        label={t('products.share')}
        hint={t('products.shareHint')}
        name="basisPoints"
        inputMode="decimal"
        suffix={t('percent')}
        value={share}
        problem={isTried && basisPoints === null ? t('shareInvalid') : findFieldProblem(error, 'basisPoints')}
        onChange={edit(setShare)}
      />
      <TextField
        label={t('products.window')}
        hint={t('products.windowHint')}
        name="windowDays"
        inputMode="numeric"
        value={days}
        problem={isTried && windowDays === null ? t('products.windowInvalid') : findFieldProblem(error, 'windowDays')}
        onChange={edit(setDays)}
      />
      <CheckField label={t('products.isAutomatic')} isChecked={isAutomatic} onChange={setIsAutomatic} />
    </DialogForm>
  );
}
