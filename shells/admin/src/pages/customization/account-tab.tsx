import { maskCpfOrCnpj, maskPhone } from '@feira/schemas/rules/mask';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { useTranslation } from 'react-i18next';
import type { TabProps } from './customization-form.tsx';

export function AccountTab({ draft, onChange, problemOf }: TabProps) {
  const { t } = useTranslation('admin');
  const { account } = draft;
  const set = (part: Partial<typeof account>) => onChange({ account: { ...account, ...part } });
  return (
    <>
      <p className="muted">{t('customization.accountText')}</p>
      <div className="form-grid">
        <TextField
          label={t('customization.name')}
          hint={t('customization.nameHint')}
          maxLength={120}
          value={draft.name}
          problem={problemOf('name')}
          onChange={(name) => onChange({ name })}
        />
        <TextField
          label={t('customization.legalName')}
          maxLength={120}
          value={account.legalName}
          problem={problemOf('account.legalName')}
          onChange={(legalName) => set({ legalName })}
        />
        <TextField
          label={t('customization.document')}
          spellCheck={false}
          value={account.document}
          problem={problemOf('account.document')}
          onChange={(document) => set({ document: maskCpfOrCnpj(document) })}
        />
        <TextField
          label={t('customization.supportEmail')}
          type="email"
          inputMode="email"
          maxLength={254}
          value={account.supportEmail}
          problem={problemOf('account.supportEmail')}
          onChange={(supportEmail) => set({ supportEmail })}
        />
        <TextField
          label={t('customization.supportPhone')}
          type="tel"
          inputMode="tel"
          value={account.supportPhone}
          problem={problemOf('account.supportPhone')}
          onChange={(supportPhone) => set({ supportPhone: maskPhone(supportPhone) })}
        />
      </div>
    </>
  );
}
