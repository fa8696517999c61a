import { TextField } from '@feira/shell-kit/components/form-fields';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useTranslation } from 'react-i18next';
import type { RulesPanelProps } from './rules-panel.ts';

/** Sets from which size on a second person approves a change of these rules, and leads to their history. */
export function ChangesPanel({ controls }: RulesPanelProps) {
  const { t } = useTranslation('admin');
  return (
    <section className="panel form" aria-labelledby="settings-changes">
      <h2 id="settings-changes">{t('settings.changes')}</h2>
      <p className="muted">{t('settings.changesText')}</p>
      <div className="form-grid settings-two">
        <TextField
          label={t('settings.ruleApprovalAbove')}
          hint={t('settings.ruleApprovalHint')}
          suffix="%"
          {...controls.ruleApprovalAbove}
        />
      </div>
      <p>
        <PageLink to="/admin-root/money-rules">{t('settings.changesLink')}</PageLink>
      </p>
    </section>
  );
}
