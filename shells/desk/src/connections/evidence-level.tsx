import type { IconName } from '@feira/shell-kit/components/icon';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { EVIDENCE_LEVELS, type Evidence } from '@feira/schemas/manifest/evidence';
import './evidence-level.css';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';

const LOOKS: Record<Evidence, { icon: IconName; tone: StatusTone }> = {
  documented: { icon: 'check', tone: 'approved' },
  'public-code': { icon: 'eye', tone: 'refunded' },
  inferred: { icon: 'alert', tone: 'pending' },
};

function Badge({ level }: { level: Evidence }) {
  const { t } = useTranslation('connections');
  const { icon, tone } = LOOKS[level];
  return <StatusBadge tone={tone} icon={icon} label={t(`evidence.${level}`)} />;
}

/** Shows the level of evidence for a provider; a press explains all levels, so that a claim is not taken for a proof. */
export function EvidenceLevel({ level }: { level: Evidence }) {
  const { t } = useTranslation('connections');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="evidence-button" onClick={() => setIsOpen(true)}>
        <Badge level={level} />
        <span className="visually-hidden">{t('evidence.explain')}</span>
      </button>
      {isOpen && (
        <ModalDialog title={t('evidence.title')} text={t('evidence.text')} onClose={() => setIsOpen(false)}>
          <dl className="evidence-levels">
            {EVIDENCE_LEVELS.map((known) => (
              <div key={known}>
                <dt>
                  <Badge level={known} />
                  {known === level && <span className="tag">{t('evidence.here')}</span>}
                </dt>
                <dd>{t(`evidence.${known}Text`)}</dd>
              </div>
            ))}
          </dl>
          <div className="dialog-actions">
            <button type="button" className="button button-primary" onClick={() => setIsOpen(false)}>
              {t('evidence.close')}
            </button>
          </div>
        </ModalDialog>
      )}
    </>
  );
}
