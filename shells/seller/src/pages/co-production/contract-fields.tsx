import type { ApiError } from '@feira/shell-kit/client';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { useTranslation } from 'react-i18next';
import { readShare } from '../../components/partners/share-text.ts';

export interface ContractText {
  share: string;
  /** A day, or nothing. */
  endsOn: string;
}

interface ContractFieldsProps {
  text: ContractText;
  isTried: boolean;
  error: ApiError | null;
  onChange: (changed: Partial<ContractText>) => void;
}

/** What a contract says: how much, and until when. */
export function ContractFields({ text, isTried, error, onChange }: ContractFieldsProps) {
  const { t } = useTranslation('partners');
  const isWrong = isTried && readShare(text.share) === null;
  return (
    <>
      <TextField
        label={t('contracts.shareLabel')}
        hint={t('contracts.shareHint')}
        name="basisPoints"
        inputMode="decimal"
        suffix={t('percent')}
        value={text.share}
        problem={isWrong ? t('shareInvalid') : findFieldProblem(error, 'basisPoints')}
        onChange={(share) => onChange({ share })}
      />
      <TextField
        label={t('contracts.endsOn')}
        hint={t('contracts.endsOnHint')}
        name="endsOn"
        type="date"
        value={text.endsOn}
        problem={findFieldProblem(error, 'endsOn')}
        onChange={(endsOn) => onChange({ endsOn })}
      />
    </>
  );
}
