import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import type { Control } from '@feira/shell-kit/use-draft';
import { useTranslation } from 'react-i18next';
import '@feira/shell-desk/catalogue/catalogue-words.tsx';
import './add-texts.ts';

interface TypeFieldProps {
  control: Control<'DIGITAL' | 'FISICO' | null>;
}

/** Chooses whether a product is delivered online or by mail. */
export function TypeField({ control }: TypeFieldProps) {
  const { t } = useTranslation(['products', 'catalogue']);
  return (
    <RadioFields
      label={t('type')}
      options={[
        { value: 'DIGITAL', label: t('catalogue:types.DIGITAL'), hint: t('typeHints.DIGITAL') },
        { value: 'FISICO', label: t('catalogue:types.FISICO'), hint: t('typeHints.FISICO') },
      ]}
      {...control}
    />
  );
}
