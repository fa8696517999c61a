import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useAddress } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Inspection, useInspection } from '../../marketplace/use-packages.ts';
import './install.css';
import { ReadyPanel } from './ready-panel.tsx';
import { Review } from './review.tsx';
import { type ChosenPackage, SourceForm } from './source-form.tsx';
import { toView } from './views.ts';

type Step =
  | { kind: 'source' }
  | { kind: 'review'; chosen: ChosenPackage; inspection: Inspection }
  | { kind: 'ready'; name: string; provider: string; version: string };

/** Installs a package in steps: choose, review, install, wait for every server. The server keeps nothing between the steps. */
export function InstallView() {
  const { t } = useTranslation('marketplace');
  const { search } = useAddress();
  const [step, setStep] = useState<Step>({ kind: 'source' });
  const { mutateAsync, error, isPending, reset } = useInspection();
  const inspect = async (chosen: ChosenPackage) => {
    // The form shows the refusals.
    const inspection = await mutateAsync(chosen).catch(() => null);
    if (inspection) setStep({ kind: 'review', chosen, inspection });
  };
  return (
    <PageFrame title={t('install.title')} filters={<PageLink to={toView(search, null)}>{t('install.back')}</PageLink>}>
      {step.kind === 'source' && (
        <SourceForm isBusy={isPending} error={error} onEdit={() => error && reset()} onInspect={inspect} />
      )}
      {step.kind === 'review' && (
        <Review
          chosen={step.chosen}
          inspection={step.inspection}
          onDone={(installed) => setStep({ kind: 'ready', ...installed })}
          onOther={() => setStep({ kind: 'source' })}
        />
      )}
      {step.kind === 'ready' && <ReadyPanel {...step} onOther={() => setStep({ kind: 'source' })} />}
    </PageFrame>
  );
}
