import { SelectField, TextField } from '@feira/shell-kit/components/form-fields';
import { DialogForm } from '@feira/shell-kit/components/money/dialog-form';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readShare } from '../../components/partners/share-text.ts';
import { useContractOffer, useProductChoice } from '../../components/partners/use-partners.ts';
import { ContractFields } from './contract-fields.tsx';

const EMAIL = /^\S+@\S+\.\S+$/;

interface OfferDialogProps {
  onDone: () => void;
  onClose: () => void;
}

export function OfferDialog({ onDone, onClose }: OfferDialogProps) {
  const { t } = useTranslation('partners');
  const { data } = useProductChoice();
  const { run, error, isBusy, reset } = useContractOffer();
  const [fields, setFields] = useState({ productId: '', email: '', share: '', endsOn: '' });
  const [isTried, setIsTried] = useState(false);
  const basisPoints = readShare(fields.share);
  const email = fields.email.trim();
  const change = (changed: Partial<typeof fields>) => {
    setFields({ ...fields, ...changed });
    if (error) reset();
  };
  const send = () => {
    setIsTried(true);
    if (!fields.productId || !EMAIL.test(email) || basisPoints === null) return false;
    const terms = { basisPoints, endsOn: fields.endsOn || null };
    void run({ productId: fields.productId, email, ...terms }).then((answer) => answer && onDone());
    return true;
  };
  const products = (data?.items ?? []).map(({ product }) => ({ value: product.id, label: product.name }));
  return (
    <DialogForm
      title={t('contracts.offer')}
      text={t('contracts.offerText')}
      action={t('contracts.send')}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSend={send}
    >
      <SelectField
        label={t('product')}
        value={fields.productId}
        options={[{ value: '', label: t('contracts.chooseProduct') }, ...products]}
        problem={isTried && !fields.productId ? t('contracts.productMissing') : findFieldProblem(error, 'productId')}
        onChange={(productId) => change({ productId })}
      />
      <TextField
        label={t('contracts.email')}
        name="email"
        type="email"
        spellCheck={false}
        maxLength={254}
        value={fields.email}
        problem={isTried && !EMAIL.test(email) ? t('contracts.emailInvalid') : findFieldProblem(error, 'email')}
        onChange={(text) => change({ email: text })}
      />
      <ContractFields text={fields} isTried={isTried} error={error} onChange={change} />
    </DialogForm>
  );
}
